// Also runs where the node refuses the module. Its error does not bubble.
addEventListener('error', ({ target }) => {
  if (target.type === 'module') document.getElementById('not-loaded').hidden = false;
}, true);

// Runs before the first paint: applied later, the chosen theme would make the web page flash.
try {
  const { theme } = JSON.parse(localStorage.getItem('tidings.settings')) ?? {};
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // This browser stores nothing. The web page uses the theme of the system.
}
