// Runs before the first paint, so that a chosen theme does not flash up late.
try {
  const { theme } = JSON.parse(localStorage.getItem('tidings.settings')) ?? {};
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Nothing is kept in this browser: the theme is the system's.
}
