/** The whole page, so that menus and dialogs stay above the photo. */
export function toggleFullScreen(): void {
  if (document.fullscreenElement) leaveFullScreen();
  // Refused where the page may not: then it stays as it is.
  else document.documentElement.requestFullscreen().catch(() => undefined);
}

export function leaveFullScreen(): void {
  if (document.fullscreenElement) void document.exitFullscreen();
}
