/**
 * Gives the memory of large bytes back at once; they are empty afterwards. Garbage collection comes late and often: to it a
 * picture is a few bytes of heap. Bytes that share their memory with others are left alone.
 */
export function freeMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/**
 * Gives back what a busy minute left on the heap, soon: without work V8 keeps tens of megabytes for hours. Nothing where Node
 * runs without `--expose-gc`.
 */
export function collectGarbage(): void {
  void globalThis.gc?.({ type: 'major', execution: 'async' });
}
