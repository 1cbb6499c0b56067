/** The time, for countdowns on the screen. */

const state = $state({ now: Date.now() });
let users = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** Runs the clock while a component exists: call it in an effect. */
export function runClock(): () => void {
  users += 1;
  if (timer === undefined) {
    // The time has not been updated since the clock stopped.
    state.now = Date.now();
    timer = setInterval(() => (state.now = Date.now()), 100);
  }
  return () => {
    users -= 1;
    if (users === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** Milliseconds since 1970, ten times a second while the clock runs. */
export function now(): number {
  return state.now;
}

/** `3:42`, and with tenths below twenty seconds: `9.4`. */
export function formatTime(milliseconds: number): string {
  const left = Math.max(0, milliseconds);
  if (left < 20_000) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}
