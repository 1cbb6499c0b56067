/** The props of a board. All of them are reactive, so they are made once. */
import type { BoardProps } from '../games/contract.ts';
import { say } from '../lib/announce.svelte.ts';
import { language } from '../lib/language.svelte.ts';
import { settings } from '../lib/settings.svelte.ts';
import { play as playSound } from '../lib/sound.ts';
import type { Desk } from './desk.svelte.ts';
import { thinkingOf } from './notes.ts';

export function givenTo(desk: Desk): BoardProps {
  return {
    get view() {
      return desk.beats.view!;
    },
    get beat() {
      return desk.beats.beat;
    },
    get seat() {
      return desk.table.seat;
    },
    get sitters() {
      return desk.sitters;
    },
    get actions() {
      return desk.actions;
    },
    get complete() {
      return desk.table.state.complete ?? true;
    },
    get awaiting() {
      return desk.table.state.awaiting ?? { must: [], may: [] };
    },
    deadline: (seat) => {
      const moment = desk.isLive ? desk.table.state.clocks?.seats[seat]?.deadline : undefined;
      return moment == null ? null : moment - desk.table.skew;
    },
    get options() {
      return desk.table.info?.options ?? {};
    },
    get result() {
      return desk.isLive ? desk.table.result : null;
    },
    get isLive() {
      return desk.isLive;
    },
    settings,
    get language() {
      return language();
    },
    get table() {
      return desk.table.id;
    },
    get past() {
      return desk.past;
    },
    get isShared() {
      return desk.isShared;
    },
    get waiting() {
      return desk.isLive ? desk.table.waiting : null;
    },
    get pending() {
      const { sending } = desk.table;
      return sending && desk.isLive ? { action: sending.action, isSlow: sending.is !== 'fresh' } : null;
    },
    get hint() {
      return desk.hint ?? desk.review?.reviewing.hint ?? null;
    },
    get reviewed() {
      return desk.review?.reviewing.reviewed ?? null;
    },
    get shown() {
      return desk.table.shown;
    },
    get isFirstMove() {
      return desk.isFirstMove;
    },
    floor: desk.floor,
    thinking: (seat) => thinkingOf(desk, seat),
    mood: (seat) => desk.voice.moods[seat] ?? 'calm',
    show: (what) => desk.table.show(what),
    pass: (how) => void desk.attempt(desk.table.pass(how === 'round' ? true : undefined)),
    seen: () => void desk.attempt(desk.table.seen()),
    hurry: () => desk.hurry(),
    hold: (reason, isHeld) => desk.holds.set(`board: ${reason}`, isHeld),
    caption: (text) => (desk.caption = text),
    renew: () => desk.renew(),
    act: (action) => desk.act(action),
    ask: (query) => desk.table.query(query),
    say,
    refuse: (refusal) => desk.refuse(refusal),
    cue: (cue, loudness) => playSound(cue, loudness),
    skip: () => desk.beats.skip(),
    remark: (text) => desk.remark(text),
    timeLeft: (seat) => desk.timeLeft(seat),
    offer: (buttons) => (desk.buttons = buttons),
  };
}
