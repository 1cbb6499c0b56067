/** Whether a search for an opponent is running. This is known everywhere; the search itself is loaded with its page. */
export const pairing = $state({ isOn: false });
