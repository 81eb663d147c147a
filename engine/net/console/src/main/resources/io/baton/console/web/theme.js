// Runs before the page is drawn, so that it is not drawn twice.
(() => {
  const chosen = (() => {
    try {
      return localStorage.getItem("baton-theme");
    } catch {
      return null;
    }
  })();
  if (chosen === "light" || chosen === "dark") {
    document.documentElement.dataset.theme = chosen;
  }
})();
