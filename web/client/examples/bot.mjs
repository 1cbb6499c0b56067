// A bot that sits down at the table of a link, or opens one against the computer, and plays the first action listed,
// except giving up.
//
//   node examples/bot.mjs http://127.0.0.1:8080 othello
//   node examples/bot.mjs 'http://127.0.0.1:8080/t/ID#join=SECRET'
//
// Node.js 22 has WebSocket; for 20 `npm install ws`.
import { freshId, openTable, TableClient, to } from 'baize-client';

globalThis.WebSocket ??= (await import('ws')).WebSocket;

const [address, game = 'othello'] = process.argv.slice(2);
const { origin, pathname, hash } = new URL(address);
let claim, id;
if (hash.startsWith('#join=')) {
  id = pathname.split('/').at(-1);
  claim = { join: { secret: hash.slice('#join='.length), name: 'Bot', key: freshId() + freshId() } };
} else {
  const opened = await openTable(origin, { game, name: 'Bot', players: [null, 'random'], pace: 'instant' });
  id = opened.table;
  claim = { token: opened.token };
}

const table = new TableClient(id, claim, { carrier: to(origin) });
let isBusy = false;

/** Handles what there is to do, one thing at a time. */
async function look() {
  if (isBusy || table.link.is !== 'open') return;
  isBusy = true;
  try {
    const { phase, seats, actions, result } = table.state;
    if (result) {
      console.log(`${result.winners.includes(table.seat) ? 'won' : result.winners.length ? 'lost' : 'drawn'} (${result.reason})`);
      table.close();
      clearInterval(watch);
    } else if (phase === 'waiting' && !seats?.[table.seat]?.isReady) {
      await table.ready(freshId());
    } else if (phase === 'playing' && actions?.length) {
      const { action } = actions.find(({ action }) => action.type !== 'CONCEDE') ?? actions[0];
      const problem = await table.play(action);
      if (problem) console.error(problem.message);
    }
  } finally {
    isBusy = false;
  }
}

table.onstep = () => void look();
const watch = setInterval(look, 100);
