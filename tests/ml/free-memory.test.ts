import { expect, test } from 'vitest';
import { freeMemory } from '#ml/free-memory.ts';

test('bytes with memory of their own give it back', () => {
  const bytes = new Uint8Array(1_000_000);
  freeMemory(bytes);
  expect(bytes.buffer.byteLength).toBe(0);
  expect(bytes).toHaveLength(0);
});

test('pixels of the image library give theirs back too', async () => {
  const { default: sharp } = await import('sharp');
  const raw = { width: 100, height: 100, channels: 3 } as const;
  const pixels = await sharp(Buffer.alloc(30_000), { raw }).raw().toBuffer();
  freeMemory(pixels);
  expect(pixels).toHaveLength(0);
});

test.each([
  ['a part of other bytes', () => new Uint8Array(100).fill(7).subarray(10, 60)],
  ['bytes in the pool of small buffers', () => Buffer.from('7777')],
  ['memory shared between threads', () => new Uint8Array(new SharedArrayBuffer(50)).fill(7)],
])('%s stay as they are', (_, make) => {
  const bytes = make();
  const before = [...bytes];
  freeMemory(bytes);
  expect([...bytes]).toEqual(before);
});
