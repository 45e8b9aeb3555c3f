import { afterAll, beforeAll, expect, test } from 'vitest';
import { DecodingInterrupted } from '#ml/imaging/types.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { quarters } from '#tests/support/test-images.ts';

let app: PhotoApp;
beforeAll(async () => {
  const interrupted = async () => {
    throw new DecodingInterrupted('the decoder ended (SIGKILL)');
  };
  app = await startPhotoApp({ makeRenditions: interrupted, stripMetadata: interrupted });
});
afterAll(() => app.close());

test('an upload whose decoders were ended from outside is answered as repeatable, and leaves nothing', async () => {
  const { status, body } = await app.send(await quarters().jpeg().toBuffer());
  expect([status, body.code]).toEqual([503, 'decoding_interrupted']);
  await app.removeLeftovers();
  expect(await app.stock()).toEqual({ photos: 0, files: [], temporary: 0 });
});
