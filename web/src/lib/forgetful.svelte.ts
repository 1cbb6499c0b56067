/** Whether tables on this device will be lost when the page is closed, because the browser refuses to store them. */
let keepsNothing = $state(false);

export const isForgetful = (): boolean => keepsNothing;

/** Sets it, or clears it once the player has read the warning. */
export function setForgetful(is: boolean): void {
  keepsNothing = is;
}
