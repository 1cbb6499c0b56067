/**
 * A second copy of settings, seats and results, in IndexedDB. Browsers that clear stored data begin with local storage, and
 * without a server there is no other copy.
 */
import { allTexts, putBack, watchTexts } from './storage.ts';

const answer = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error ?? new Error('no answer'));
  });

/** Restores what was lost and stores everything twice from now on. Returns how many values were restored. */
export async function mirror(): Promise<number> {
  const request = indexedDB.open('baize-kept', 1);
  request.onupgradeneeded = () => void request.result.createObjectStore('kept');
  const data = await answer(request);
  data.onversionchange = () => data.close();
  const kept = () => data.transaction('kept', 'readwrite').objectStore('kept');
  const store = kept();
  const [names, texts] = await Promise.all([answer(store.getAllKeys()), answer<string[]>(store.getAll())]);
  const here = allTexts();
  const lost = names.flatMap((name, index): [string, string][] => (here.has(String(name)) ? [] : [[String(name), texts[index]!]]));
  const back = lost.filter(([name, text]) => putBack(name, text)).length;
  for (const [name, text] of here) kept().put(text, name);
  watchTexts((name, text): Promise<unknown> => (text === null ? answer(kept().delete(name)) : answer(kept().put(text, name))));
  return back;
}
