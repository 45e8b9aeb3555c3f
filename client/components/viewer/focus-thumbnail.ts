const PAUSE_MS = 60;
/** The viewer stays in the page while it fades out, longer on a slow machine. */
const TRIES = 10;

/** Focuses the thumbnail of a photo once the viewer is gone, unless a dialog that was opened from the viewer has the focus. */
export function focusThumbnail(index: number, tries = TRIES): void {
  setTimeout(() => {
    if (!document.querySelector('[role="dialog"]'))
      document.querySelector<HTMLElement>(`[data-photo-index="${index}"]`)?.focus();
    else if (tries > 1) focusThumbnail(index, tries - 1);
  }, PAUSE_MS);
}
