let pressed: Element | null = null;
let pressedAt = 0;
/** Null: a key pressed it. */
let place: { x: number; y: number } | null = null;
let sent = false;

/** Called where something is sent. */
export function noteSent(): void {
  sent = true;
}

const doubleClickMs = 500;
/** Two touches of one finger are hardly farther apart, in CSS pixels. */
const samePlacePx = 24;

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
      place = event.clientX || event.clientY ? { x: event.clientX, y: event.clientY } : null;
      sent = button?.matches('[type=submit],[download]') ?? false;
    }
  };
  for (const kind of ['click', 'mousedown', 'mouseup'] as const)
    document.addEventListener(kind, watch, { capture: true });
  // The viewer closes by presses, which are not counted: also where it came in front of the photo that was pressed.
  const watchPress = (event: PointerEvent) => {
    if (!pressed || event.timeStamp - pressedAt >= doubleClickMs) return;
    const isCovered =
      place !== null &&
      Math.hypot(event.clientX - place.x, event.clientY - place.y) < samePlacePx &&
      !pressed.contains(event.target as Node);
    if (!pressed.isConnected || isCovered) event.stopPropagation();
  };
  document.addEventListener('pointerdown', watchPress, { capture: true });
}
