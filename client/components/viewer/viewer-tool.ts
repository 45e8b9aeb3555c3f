/** How a tool at the edge of the viewer looks: white on the dark, and named for those who do not see its icon. */
export const viewerTool = (label: string) =>
  ({ variant: 'transparent', c: '#fff', size: 48, 'aria-label': label, title: label }) as const;
