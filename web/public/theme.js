// Runs before the first paint, so that a dark page never flashes white.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('tandem.theme');
  } catch {
    // Storage may be forbidden; the system's choice holds then.
  }
  const dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
