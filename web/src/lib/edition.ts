/** Which edition the page is, and where its files are. */

/** Whether there is no server: the page is a folder of files, and everything happens on this device. */
export const isOffline = typeof document !== 'undefined' && document.documentElement.dataset.edition === 'offline';

/** The address of the folder that the page's files are in. */
export const root = (): string => new URL(isOffline ? './' : '/', location.href).href;
