let pressed: Element | null = null;
let sent = false;

/** Called where something is sent. */
export function noteSent(): void {
  sent = true;
}

/**
 * Ignores the second click of a double click where the first one pressed a button that sent something or is gone. It would
 * arrive before the button is marked as pending, and would send the same again, or hit what came to the button's place. A
 * button that only turns the page can be pressed as fast as one likes.
 */
export function preventDoubleClicks(): void {
  const watch = (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest('button,a') : null;
    if (event.detail > 1) {
      if (!pressed || (!sent && button === pressed)) return;
      event.preventDefault();
      event.stopPropagation();
    } else if (event.type === 'click') {
      pressed = button;
      sent = button?.matches('[type=submit]') ?? false;
    }
  };
  for (const kind of ['click', 'mousedown', 'mouseup'] as const)
    document.addEventListener(kind, watch, { capture: true });
}
