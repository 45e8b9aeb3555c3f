import { createHash } from 'node:crypto';
import type { ModelEntry } from './model-manifest.ts';

/** Undefined where the bytes are the ones the manifest names, else what is wrong with them. */
export function findFault(
  expected: Pick<ModelEntry, 'bytes' | 'sha256'>,
  bytes: Uint8Array,
): string | undefined {
  if (bytes.length !== expected.bytes) return `${bytes.length} bytes where ${expected.bytes} were expected`;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return sha256 === expected.sha256 ? undefined : `SHA-256 ${sha256} is not in the manifest`;
}
