// Runs before the first paint, so that the page never flashes in the wrong theme or language.
(function () {
  var kept = {};
  try {
    kept = JSON.parse(localStorage.getItem('baize.settings') || '{}') || {};
  } catch (_) {
    // Without storage the defaults hold.
  }
  var asks = function (query) {
    return window.matchMedia(query).matches;
  };
  var dark = kept.theme === 'dark' || (kept.theme !== 'light' && asks('(prefers-color-scheme: dark)'));
  var high = kept.contrast === 'high' || (kept.contrast !== 'normal' && asks('(prefers-contrast: more)'));
  document.documentElement.dataset.theme = (high ? 'hc-' : '') + (dark ? 'dark' : 'light');
  if (kept.language) document.documentElement.lang = kept.language;
})();
