import { expect, test, vi } from 'vitest';

/** A photo that was pressed, and what came in front of it. */
function pressedThenCovered() {
  document.body.innerHTML = '<button id="photo"></button><div id="viewer"></div>';
  const [photo, viewer] = ['photo', 'viewer'].map((id) => document.getElementById(id)!);
  const closes = vi.fn();
  viewer!.addEventListener('pointerdown', closes);
  photo!.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1, clientX: 100, clientY: 80 }));
  const press = (clientX: number) =>
    viewer!.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, clientX, clientY: 80 }));
  return { closes, press };
}

test('the second press of two at one place does not reach what the first one opened', () => {
  const { closes, press } = pressedThenCovered();
  press(103);
  expect(closes).not.toHaveBeenCalled();
});

test('a press elsewhere does', () => {
  const { closes, press } = pressedThenCovered();
  press(160);
  expect(closes).toHaveBeenCalledOnce();
});
