/** Props of an icon button in the viewer: white, with a label for screen readers. */
export const viewerButton = (label: string) =>
  ({ variant: 'transparent', c: '#fff', size: 48, 'aria-label': label, title: label }) as const;
