// Light, dark, or what the system says.

export type Theme = "system" | "light" | "dark";

const KEY = "tiptree-theme";

export function readTheme(): Theme {
  const kept = localStorage.getItem(KEY);
  return kept === "light" || kept === "dark" ? kept : "system";
}

/** Shows a theme and remembers it. */
export function showTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  if (theme === "system") localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme);
}
