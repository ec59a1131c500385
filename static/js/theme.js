// Before the first paint: the theme and the suits this device chose. Loaded without defer for that reason alone.
(() => {
  const root = document.documentElement;
  for (const choice of ["theme", "suits"]) {
    try {
      const value = localStorage.getItem(choice);
      if (value) root.dataset[choice] = value;
    } catch {
      // A browser that stores nothing keeps the device's own theme.
    }
  }
})();
