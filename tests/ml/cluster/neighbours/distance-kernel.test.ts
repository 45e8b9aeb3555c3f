import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { assembleKernel } from '#ml/scripts/assemble-kernel.ts';

it('the committed kernel is what its source assembles to', async () => {
  const committed = await readFile('ml/cluster/neighbours/distance-kernel.wasm');
  expect(Buffer.from(await assembleKernel())).toEqual(committed);
});
