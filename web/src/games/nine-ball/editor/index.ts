/** Setting up a table of Nine-ball, and drills from it. */
import type { Flaw, PositionEditor } from '../../../positions/contract.ts';
import Editor from './Editor.svelte';
import { alone, beside, FOOT, HEAD, isOutside, overlap, place, readLine, START, within, writeLine } from './line.ts';
import { strengthOf } from '../stroke.svelte.ts';
import { WORDS as GAME } from '../words.ts';
import { WORDS } from './words.ts';

/** The least spin worth mentioning, in thousandths of the ball's radius. */
const LEAST_SPIN = 100;

export const editor: PositionEditor = {
  Editor,
  start: START,
  empty: '9b1 0:-635,0 9:635,0 aim:0',
  drill: (text) => writeLine(alone(readLine(text))),
  mirror(text) {
    const line = readLine(text);
    return writeLine({ ...line, balls: new Map([...line.balls].map(([ball, [x, y]]) => [ball, [x, -y]])) });
  },
  flaws(text, language): Flaw[] {
    const line = readLine(text);
    const words = WORDS[language];
    const flaws: Flaw[] = [];
    const fix = (label: string, ball: number, spot: [number, number]) => ({ label, text: writeLine(place(line, ball, spot)) });
    if (!line.balls.has(9)) flaws.push({ text: words.noNine, fix: fix(words.footSpot, 9, beside(line, 9, FOOT)) });
    if ((line.phase === 'aim' || line.phase === 'choice') && !line.balls.has(0)) flaws.push({ text: words.noCue, fix: fix(words.headSpot, 0, beside(line, 0, HEAD)) });
    for (const [ball, spot] of line.balls) {
      if (isOutside(spot)) flaws.push({ text: words.outside(ball), fix: fix(words.bringIn, ball, within(spot)) });
    }
    const close = overlap(line);
    if (close) flaws.push({ text: words.overlap(close.one, close.other, Math.ceil(close.by)), fix: fix(words.part, close.other, beside(line, close.other, line.balls.get(close.other)!)) });
    const lowest = [...line.balls.keys()].filter((ball) => ball > 0).sort((a, b) => a - b)[0];
    if (flaws.length === 0 && lowest !== undefined) flaws.push({ text: words.target(lowest), isNote: true });
    return flaws;
  },
  // `shoot 3.62 32.5 side=-200 top=350`: metres per second, degrees, and where the tip strikes. The aim is drawn on the table.
  choiceName(choice, _, language) {
    const words = WORDS[language];
    const speed = Number(/^shoot ([\d.]+)/.exec(choice)?.[1]);
    if (!speed) return choice === 'play' ? words.playOn : words.giveBack;
    const spin = (name: string) => Number(new RegExp(` ${name}=(-?[\\d.]+)`).exec(choice)?.[1] ?? 0);
    const struck = (value: number, [less, more]: readonly [string, string]) => (Math.abs(value) < LEAST_SPIN ? [] : [value < 0 ? less : more]);
    const game = GAME[language];
    const said = [game.strengths[strengthOf(1_000 * speed)], game.metresPerSecond(speed.toFixed(1)), ...struck(spin('top'), words.drawOrFollow), ...struck(spin('side'), words.rightOrLeft)];
    return (choice.endsWith(' push') ? [words.pushOut, ...said] : said).join(words.and);
  },
  valueName: (value, language) => WORDS[language].toWin(Math.round(value)),
  isNumbered: true,
};
