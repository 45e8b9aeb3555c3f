/**
 * Ignores the second click of a double click on a submit button. It would arrive before the form is marked as
 * pending, and would send the form twice or hit an element that moved to the button's place.
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
