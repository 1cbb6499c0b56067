/** Whether somebody is being looked for: known everywhere, while the search itself is fetched with its page. */
export const pairing = $state({ isOn: false });
