/** Checks that every frame between a page and the server has the shape described by the protocol. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { WebSocket } from 'playwright-core';

interface Schema {
  $defs: Record<string, object>;
}

function read(path: string): Schema {
  return JSON.parse(readFileSync(resolve(import.meta.dirname, '../../docs', path), 'utf8')) as Schema;
}

const PROTOCOL = read('protocol.schema.json');
// Bounds of integers are formatted as numbers, and `$defs` are looked up by name. The bounds also tell the sizes of
// numbers.
const SIZES = Object.fromEntries(['uint8', 'uint16', 'uint32', 'uint64', 'int32', 'int64', 'double'].map((size) => [size, true] as const));
const ajv = new Ajv2020({ strict: false, allErrors: false, formats: SIZES }).addSchema(PROTOCOL, 'protocol');
const known = new Map<string, ValidateFunction>();

/** The protocol for tables of this game; while the game is unknown, what all games have in common. */
function schemaOf(game: string): string {
  const id = game ? `protocol/${game}` : 'protocol';
  if (!ajv.getSchema(id)) ajv.addSchema({ ...PROTOCOL, $defs: { ...PROTOCOL.$defs, ...read(`schema/${game}.json`).$defs } }, id);
  return id;
}

/** Why a value does not match a part of the protocol; null if it does. */
function misfit(game: string, part: string, value: unknown): string | null {
  const name = `${schemaOf(game)}#/${part}`;
  const validate = known.get(name) ?? ajv.compile({ $ref: name });
  known.set(name, validate);
  if (validate(value)) return null;
  return `${name}: ${ajv.errorsText(validate.errors)}: ${JSON.stringify(value).slice(0, 2000)}`;
}

interface Welcome {
  op: string;
  info?: { game: string };
}

/** Checks the frames of a connection and reports those that do not match. */
export function watchFrames(socket: WebSocket, tell: (misfit: string) => void): void {
  let game = '';
  const check = (part: string, frame: unknown) => {
    const why = misfit(game, part, frame);
    if (why) tell(`a frame does not fit the protocol: ${why}`);
  };
  socket.on('framesent', ({ payload }) => check('properties/request', JSON.parse(payload.toString())));
  socket.on('framereceived', ({ payload }) => {
    const frame = JSON.parse(payload.toString()) as Welcome;
    if (frame.op === 'welcome') game = frame.info!.game;
    check('properties/message', frame);
  });
}
