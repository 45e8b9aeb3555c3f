/** Switches to the light theme while printing. */
export function printWithLightTheme(): void {
  const attribute = 'data-mantine-color-scheme';
  const root = document.documentElement;
  let before: string | null = null;
  window.addEventListener('beforeprint', () => {
    before = root.getAttribute(attribute);
    root.setAttribute(attribute, 'light');
  });
  window.addEventListener('afterprint', () => {
    if (before) root.setAttribute(attribute, before);
  });
}
