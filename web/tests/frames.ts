/** Every frame between a page and the server has the shape that the protocol describes. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { WebSocket } from 'playwright-core';

const SCHEMA = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../docs/protocol.schema.json'), 'utf8')) as object;

// Bounds of integers are written for numbers, and `$defs` are looked up by name.
const ajv = new Ajv2020({ strict: false, allErrors: false }).addSchema(SCHEMA, 'protocol');
const known = new Map<string, ValidateFunction>();

function validator(name: string): ValidateFunction {
  const found = known.get(name) ?? ajv.compile({ $ref: `protocol#/${name}` });
  known.set(name, found);
  return found;
}

/** Why a value does not fit a part of the schema; null if it does. */
export function misfit(part: string, value: unknown): string | null {
  const validate = validator(part);
  if (validate(value)) return null;
  return `${part}: ${ajv.errorsText(validate.errors)}: ${JSON.stringify(value).slice(0, 2000)}`;
}

interface Frame {
  op: string;
  action?: unknown;
  query?: unknown;
  info?: { game: string } & object;
  state?: { view?: unknown; actions?: unknown[] };
  steps?: { event: { events?: unknown[] } }[];
}

/** `MayI` for `may-i`. */
const prefix = (game: string) => game.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase());

/** Checks what a connection carries; what does not fit goes to `errors`. */
export function watchFrames(socket: WebSocket, errors: string[]): void {
  let game = '';
  const check = (part: string, value: unknown) => {
    if (value === undefined) return;
    const why = misfit(part, value);
    if (why) errors.push(`a frame does not fit the protocol: ${why}`);
  };
  // The messages allow the JSON of any game; a table has only one.
  const own = (name: string, value: unknown) => check(`$defs/${prefix(game)}${name}`, value);
  socket.on('framesent', ({ payload }) => {
    const frame = JSON.parse(payload.toString()) as Frame;
    check('properties/request', frame);
    if (frame.op === 'play' && game) own('Action', frame.action);
    if (frame.op === 'query' && game) own('Query', frame.query);
  });
  socket.on('framereceived', ({ payload }) => {
    const frame = JSON.parse(payload.toString()) as Frame;
    check('properties/message', frame);
    if (frame.op === 'welcome') game = frame.info!.game;
    own('View', frame.state?.view);
    frame.state?.actions?.forEach((one) => own('Listed', one));
    frame.steps?.forEach(({ event }) => event.events?.forEach((one) => own('Event', one)));
  });
}
