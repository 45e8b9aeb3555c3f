/**
 * A double click on a button that sends a form is one click. The second would come before the first is known to be
 * under way and create the same thing twice, or hit what has moved to the button's place.
 */
export function preventDoubleSubmit(): void {
  let sending = false;
  const watch = (event: MouseEvent) => {
    if (event.detail > 1 && sending) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.type === 'click')
      sending = event.target instanceof Element && event.target.closest('[type="submit"]') !== null;
  };
  for (const kind of ['click', 'mousedown', 'mouseup'] as const)
    document.addEventListener(kind, watch, { capture: true });
}
