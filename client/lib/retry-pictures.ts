/** After which pauses a picture that could not be loaded is asked for again: for a minute often, then for half an hour. */
export const pausesMs = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 300_000, 600_000, 900_000];

/**
 * Asks again for every picture of the page that could not be loaded: after growing pauses, and as soon as the connection
 * is back. One listener for all of them, so that no kind of picture can be forgotten.
 */
export function retryPictures(): void {
  const tries = new WeakMap<HTMLImageElement, { src: string; count: number }>();
  const failed = new Set<HTMLImageElement>();

  const ask = (picture: HTMLImageElement): void => {
    if (!failed.delete(picture) || !picture.isConnected) return;
    // Set to what it is: browsers fetch the picture again then.
    const { src } = picture;
    picture.src = src;
  };
  const onError = ({ target }: Event): void => {
    // A picture that was chosen in this browser (blob:, data:) would fail again.
    if (!(target instanceof HTMLImageElement) || !target.src.startsWith('http')) return;
    const before = tries.get(target);
    const count = before?.src === target.src ? before.count : 0;
    const pause = pausesMs[count];
    tries.set(target, { src: target.src, count: count + 1 });
    failed.add(target);
    if (pause !== undefined) setTimeout(() => ask(target), pause);
  };
  const onLoad = ({ target }: Event): void => {
    if (!(target instanceof HTMLImageElement)) return;
    failed.delete(target);
    tries.delete(target);
  };
  // The events of a picture do not bubble, but pass the document on their way to it.
  document.addEventListener('error', onError, { capture: true });
  document.addEventListener('load', onLoad, { capture: true });
  window.addEventListener('online', () => {
    for (const picture of [...failed]) ask(picture);
  });
}
