/** Focuses the thumbnail of a photo once the viewer is gone, unless a dialog that was opened from the viewer has the focus. */
export function focusThumbnail(index: number): void {
  setTimeout(() => {
    if (!document.querySelector('[role="dialog"]'))
      document.querySelector<HTMLElement>(`[data-photo-index="${index}"]`)?.focus();
  }, 60);
}
