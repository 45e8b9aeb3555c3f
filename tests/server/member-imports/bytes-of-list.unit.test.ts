import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { inputLimits } from '#server/contract/input-limits.ts';
import { bytesOfList } from '#server/features/people/member-imports/reading/bytes-of-list.ts';

const read = (bytes: Uint8Array) => Buffer.from(bytesOfList(Buffer.from(bytes).toString('base64')));
const max = inputLimits.importFileBytesMax;

test('a list is read as it is or compressed', () => {
  for (const text of ['', 'a;b\n', 'Vorname;Nachname\nJörg;Weiß\n'.repeat(1_000)]) {
    expect(read(Buffer.from(text)).toString()).toBe(text);
    expect(read(gzipSync(text)).toString()).toBe(text);
  }
  expect(read(gzipSync(Buffer.alloc(max, 'a'))).length).toBe(max);
});

test('a compressed list that is too large, cut or none is refused', () => {
  const codeOf = (bytes: Uint8Array) => {
    try {
      read(bytes);
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  expect(codeOf(gzipSync(Buffer.alloc(max + 1, 'a')))).toBe('import_file_too_large');
  expect(codeOf(gzipSync(Buffer.alloc(200_000_000)))).toBe('import_file_too_large');
  expect(codeOf(gzipSync('a;b').subarray(0, 15))).toBe('import_file_not_text');
  expect(codeOf(Buffer.from([0x1f, 0x8b, 1, 2, 3]))).toBe('import_file_not_text');
});
