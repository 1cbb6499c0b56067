/** Whether tables that are on this device are gone when the page is closed, because the browser refuses to keep them. */
let keepsNothing = $state(false);

export const isForgetful = (): boolean => keepsNothing;

/** Says so, or that it was read. */
export function setForgetful(is: boolean): void {
  keepsNothing = is;
}
