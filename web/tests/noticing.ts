/** Things that disappear by themselves: a bubble, a refusal, a strip about a slow connection. */
import type { Page } from 'playwright-core';

/** Notes in the page itself, from now on, whether something is ever shown, because it may be gone before a driver looks. */
export async function noticing(page: Page, selector: string, text = /^/): Promise<() => Promise<boolean>> {
  const noted = await page.evaluateHandle(([selector, text]) => {
    const noted = { isSeen: false };
    const look = () => void (noted.isSeen ||= [...document.querySelectorAll(selector!)].some(({ textContent }) => new RegExp(text!).test(textContent ?? '')));
    look();
    new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
    return noted;
  }, [selector, text.source]);
  return () => noted.evaluate(({ isSeen }) => isSeen);
}
