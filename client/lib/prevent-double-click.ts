let pressed: Element | null = null;
let pressedAt = 0;
let sent = false;

/** Called where something is sent. */
export function noteSent(): void {
  sent = true;
}

const doubleClickMs = 500;

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
      pressedAt = event.timeStamp;
      sent = button?.matches('[type=submit],[download]') ?? false;
    }
  };
  for (const kind of ['click', 'mousedown', 'mouseup'] as const)
    document.addEventListener(kind, watch, { capture: true });
  // The viewer closes by presses, which are not counted.
  const watchPress = (event: PointerEvent) => {
    if (pressed?.isConnected === false && event.timeStamp - pressedAt < doubleClickMs)
      event.stopPropagation();
  };
  document.addEventListener('pointerdown', watchPress, { capture: true });
}
