// Keeps the page and the tables' program, so that whatever needs nobody else works without a connection.
const EDITION = '__EDITION__';
const CACHE = 'baize-__VERSION__';
// What was learnt is large and changes seldom: it is kept when it was wanted, or when there was time, and from one edition to
// the next until something else was learnt.
const LEARNT = 'baize-learnt-__LEARNT__';
const FILES = ['__FILES__'];
// The tables' program for browsers with wide registers, and for those without: they refuse a module that has them.
const PROGRAMS = ['__PROGRAMS__'];
const PROGRAM = PROGRAMS.filter((_, at) => at === (WebAssembly.validate(Uint8Array.of('__WIDE__')) ? 0 : 1));
// What is wanted some day.
const SOON = ['__SOON__'];
const LATER = ['__LATER__'];
const HOME = new URL('./', self.registration.scope).href;

self.addEventListener('install', (event) => {
  // Each file by its own name, past what the browser has kept of an older edition.
  // A page with a server does without the program at first.
  const files = EDITION === 'server' ? FILES : [...FILES, ...PROGRAM];
  const fresh = files.map((file) => new Request(new URL(file, HOME), { cache: 'no-cache' }));
  const kept = caches.open(CACHE).then((cache) => cache.addAll(fresh));
  // Where there is a server the page must be the one that it speaks with; otherwise whoever plays says when.
  event.waitUntil(EDITION === 'server' ? kept.then(() => self.skipWaiting()) : kept);
});

self.addEventListener('activate', (event) => {
  const isOld = (name) => name.startsWith('baize-') && name !== CACHE && name !== LEARNT;
  const drop = (names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(drop).then(() => self.clients.claim()));
});

self.addEventListener('message', ({ data }) => {
  if (data === 'load the new edition') void self.skipWaiting();
  if (data === 'there is time') void keep(CACHE, [...PROGRAM, ...SOON]).then(() => keep(LEARNT, LATER));
});

/** Keeps files that are not kept yet, one after the other; what cannot be had now is left for another time. */
async function keep(name, files) {
  const cache = await caches.open(name);
  for (const file of files) {
    const address = new URL(file, HOME).href;
    if (!(await cache.match(address))) await cache.add(new Request(address, { cache: 'no-cache' })).catch(() => {});
  }
}

/** What was learnt, as it is kept; whoever could not use that asks past all that is kept, and it goes. */
async function learnt(request) {
  const cache = await caches.open(LEARNT);
  if (request.cache === 'reload') await cache.delete(request);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request, { cache: 'no-cache' });
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin || !url.href.startsWith(HOME)) return;
  if (/^\/(api|ws|metrics)\b/.test(url.pathname) && EDITION === 'server') return;
  if (LATER.some((file) => new URL(file, HOME).href === url.href)) {
    event.respondWith(learnt(request));
  } else if (request.mode === 'navigate') {
    const home = () => caches.match(HOME);
    // The newest page if there is a server, the kept one otherwise; without a server always the kept one.
    event.respondWith(EDITION === 'server' ? fetch(request).catch(home) : home().then((kept) => kept ?? fetch(request)));
  } else {
    event.respondWith(caches.match(request, { ignoreVary: true }).then((kept) => kept ?? fetch(request)));
  }
});
