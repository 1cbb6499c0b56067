/**
 * The address of what the page shows. Addresses are plain paths, and the server gives the same page for all of them. The
 * offline edition puts them behind a #, because its host knows only one page.
 */
import { isOffline } from './edition.ts';

export type Route =
  | { page: 'home' }
  | { page: 'setup'; game: string }
  | { page: 'puzzles'; game: string | null }
  /** Setting up a position. */
  | { page: 'edit'; game: string }
  | { page: 'lobby' }
  /** Looking for anybody to play; `games` are those already chosen. */
  | { page: 'pair'; games: string[] }
  | { page: 'watch' }
  | { page: 'table'; table: string }
  | { page: 'replay'; table: string; ply: number | null; seat: number | null }
  | { page: 'stats' }
  /** A link that adds this device to a person. */
  | { page: 'device' }
  /** The public profile of a person. */
  | { page: 'person'; person: string }
  /** A game that is in the address itself, or in a file that was opened. */
  | { page: 'linked' }
  | { page: 'leaderboard'; game: string }
  | { page: 'settings' }
  | { page: 'rules'; game: string | null }
  | { page: 'learn'; game: string; mode: string }
  | { page: 'docs'; document: string }
  | { page: 'about' }
  | { page: 'lost'; path: string };

const TABLE = /^[0-9a-z]{12}$/;

/** The page at an address. */
export function read(path: string, search = ''): Route {
  const [first = '', second = '', ...rest] = path.split('/').filter((part) => part !== '');
  const lost: Route = { page: 'lost', path };
  if (first === 'docs' && second) return { page: 'docs', document: [second, ...rest].join('/') };
  if (rest.length > 0) return lost;
  const number = (name: string) => {
    const text = new URLSearchParams(search).get(name);
    return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
  };
  switch (first) {
    case '':
      return { page: 'home' };
    case 'games':
      return second ? { page: 'setup', game: second } : lost;
    case 'puzzles':
      return { page: 'puzzles', game: second || null };
    case 'edit':
      return second ? { page: 'edit', game: second } : lost;
    case 't':
      return TABLE.test(second) ? { page: 'table', table: second } : lost;
    case 'p':
      return /^[0-9a-f]{32}$/.test(second) ? { page: 'person', person: second } : lost;
    case 'g':
      if (!second) return { page: 'linked' };
      return TABLE.test(second)
        ? { page: 'replay', table: second, ply: number('ply'), seat: number('seat') }
        : lost;
    case 'leaderboard':
      return second ? { page: 'leaderboard', game: second } : lost;
    case 'rules':
      return { page: 'rules', game: second || null };
    case 'learn':
      return second ? { page: 'learn', game: second, mode: new URLSearchParams(search).get('mode') ?? 'usual' } : lost;
    case 'lobby': {
      const wanted = new URLSearchParams(search).get('pair');
      if (second) return lost;
      return wanted === null ? { page: 'lobby' } : { page: 'pair', games: wanted.split(',').filter((id) => id !== '') };
    }
    case 'watch':
    case 'stats':
    case 'device':
    case 'settings':
    case 'about':
      return second ? lost : { page: first };
    default:
      return lost;
  }
}

/** The address as a path, with its query and fragment, in either edition. */
export function address(): Address {
  if (!isOffline) return location;
  // A # that is only a jump within the page does not change the address.
  if (location.hash.startsWith('#/')) latest = new URL(location.hash.slice(1), location.origin);
  return latest;
}
let latest: Address = { pathname: '/', search: '', hash: '' };
type Address = Pick<URL, 'pathname' | 'search' | 'hash'>;

/** How an address of this page is written in this edition. */
const written = (path: string) => (isOffline ? `#${path}` : path);

const here = () => {
  const { pathname, search } = address();
  return read(pathname, search);
};
const state = $state<{ route: Route }>({ route: typeof location === 'undefined' ? { page: 'home' } : here() });

/** The page that is shown. */
export function route(): Route {
  return state.route;
}

/** Goes to an address of this page. */
export function go(path: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', written(path));
  else readdress(path);
  state.route = here();
  if (how === 'push') scrollTo(0, 0);
}

/** Changes the address to match what is shown; the page stays as it is. */
export function readdress(path: string): void {
  history.replaceState(null, '', written(path));
}

/** The page that asks before it is left, and whether it asks now. */
let kept: { path: string; isAsking: () => boolean } | null = null;
/** Leaves the page after a confirmation; null while nobody is asked. */
let onward = $state.raw<(() => void) | null>(null);

/** Asks before a link or Back leaves the page at `path`, whenever `isAsking` says so. Returns a function that ends this. */
export function keep(path: string, isAsking: () => boolean): () => void {
  kept = { path, isAsking };
  return () => {
    kept = null;
    onward = null;
  };
}

/** The function that leaves the page, while the player is asked whether to. */
export function leaving(): (() => void) | null {
  return onward;
}

/** Answers the question: stay here. */
export function stay(): void {
  onward = null;
}

/** Follows links within this site without loading the page again. */
export function watchLinks(): void {
  let isSure = false;
  addEventListener('popstate', () => {
    if (kept?.isAsking() && !isSure) {
      // The browser has already gone back: restore the address, so that Back still leads to the same place.
      history.pushState(null, '', written(kept.path));
      onward = () => {
        isSure = true;
        history.back();
      };
      return;
    }
    isSure = false;
    state.route = here();
  });
  addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element | null)?.closest?.('a[href]');
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return;
    if (link.origin !== location.origin || link.pathname.startsWith('/api/')) return;
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    const follow = () => go(link.pathname + link.search + link.hash);
    if (kept?.isAsking()) onward = follow;
    else follow();
  });
}
