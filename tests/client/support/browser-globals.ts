import { vi } from 'vitest';

/** What code of the client that lives outside React asks of a browser. Frames come when `nextFrame` is called. */
export function browserGlobals(): { nextFrame: () => void } {
  const stored = new Map<string, string>();
  let frames: (() => void)[] = [];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('location', { protocol: 'http:' });
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  return {
    nextFrame: () => {
      const due = frames;
      frames = [];
      for (const frame of due) frame();
    },
  };
}
