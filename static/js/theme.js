// Before the first paint: the theme and the suits this device chose, and whether scripts run at all (what a script
// is about to draw keeps its room). Loaded without defer for that reason alone.
(() => {
  const root = document.documentElement;
  root.dataset.scripted = "";
  window.addEventListener("error", () => delete root.dataset.scripted, true); // whatever failed to load or to run
  for (const choice of ["theme", "suits"]) {
    try {
      const value = localStorage.getItem(choice);
      if (value) root.dataset[choice] = value;
    } catch {
      // A browser that stores nothing keeps the device's own theme.
    }
  }
})();
