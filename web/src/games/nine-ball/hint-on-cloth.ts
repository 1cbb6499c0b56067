/** A hint on the cloth: first a ring round the ball to look at, then its path; or where the cue ball could go. */
import { firstHit } from './first-hit.ts';
import type { Frame } from './frame.ts';
import { RADIUS } from './geometry.ts';
import type { Point, Props } from './types.ts';

/** The colour of hints and of the coach, on a white edge that shows on any ground. */
const COLOURS = [['#fff', 7], ['#1550c8', 3]] as const;
/** How much of the path to a cushion is drawn, in metres. */
const CUSHION_WAY = 0.6;

interface Marks {
  ring: Point | null;
  way: { from: Point; to: Point } | null;
}

function marks({ hint, view }: Props): Marks | null {
  if (!hint) return null;
  const { action, tells } = hint;
  if (action.type === 'PLACE_BALL') return { ring: tells === 'what' ? [action.xUm / 1e6, action.yUm / 1e6] : null, way: null };
  const from = view.balls['0'];
  if (action.type !== 'SHOOT' || !from) return null;
  const hit = firstHit(action.aimUrad, view.balls);
  const [aim, far] = [action.aimUrad / 1e6, hit?.far ?? CUSHION_WAY];
  const to: Point = [from[0] + far * Math.cos(aim), from[1] + far * Math.sin(aim)];
  const look = hit?.ball ?? view.target;
  return { ring: look == null ? null : (view.balls[`${look}` as keyof typeof view.balls] ?? null), way: tells === 'what' ? { from, to } : null };
}

export function hintOnCloth(props: Props): Frame['hint'] {
  const found = marks(props);
  if (!found) return null;
  return (ink, plan) => {
    const stroke = (path: () => void) => {
      for (const [colour, width] of COLOURS) {
        ink.beginPath();
        path();
        ink.strokeStyle = colour;
        ink.lineWidth = width;
        ink.stroke();
      }
    };
    const round = (at: Point, radii: number) => stroke(() => ink.arc(...plan.at(at), RADIUS * plan.scale * radii, 0, 2 * Math.PI));
    if (found.way) {
      const { from, to } = found.way;
      stroke(() => (ink.moveTo(...plan.at(from)), ink.lineTo(...plan.at(to))));
      round(to, 1);
    }
    if (found.ring) round(found.ring, 1.9);
  };
}
