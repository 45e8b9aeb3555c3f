/** Decodes one picture after the other, in a process that may be killed at any moment without harm to anything else. */

import { flushCompileCache } from 'node:module';
import { blurFaces } from './blur-faces.ts';
import { crop } from './crop.ts';
import {
  MAX_PIXELS_UNLESS_ALONE,
  RESIDENT_CHECK_MS,
  RESIDENT_LIMIT_BYTES,
} from './decoder-process-limits.ts';
import { makeRenditions } from './make-renditions.ts';
import type { DecoderRequest, Reply, Result } from './messages.ts';
import { readMetadata } from './read-metadata.ts';
import { compareShots } from './same-shot.ts';
import { stripMetadata } from './strip-metadata.ts';
import { ImagingError, MustBeDecodedAlone } from './types.ts';

const OUT_OF_MEMORY_EXIT = 137;

const reply = (message: Reply) => process.send?.(message);

process.on('message', async (request: DecoderRequest) => {
  try {
    const maxPixelsUnlessAlone = request.decodeAlone ? Number.POSITIVE_INFINITY : MAX_PIXELS_UNLESS_ALONE;
    reply({ kind: 'done', result: await carryOut(request, maxPixelsUnlessAlone) });
  } catch (error) {
    reply(error instanceof MustBeDecodedAlone ? { kind: 'decode-alone' } : explain(error));
  }
});
// The server is gone: no answer is awaited any more.
process.on('disconnect', () => process.exit(0));

// On Linux the pool reads the memory of this process from /proc; on other systems the process checks it by itself.
if (process.platform !== 'linux') {
  setInterval(() => {
    if (process.memoryUsage.rss() > RESIDENT_LIMIT_BYTES) process.exit(OUT_OF_MEMORY_EXIT);
  }, RESIDENT_CHECK_MS).unref();
}

function carryOut(request: DecoderRequest, maxPixelsUnlessAlone: number): Promise<Result> {
  if (request.kind === 'renditions') return makeRenditions(request.task, maxPixelsUnlessAlone);
  if (request.kind === 'strip') return stripMetadata(request.task, maxPixelsUnlessAlone);
  if (request.kind === 'blur') return blurFaces(request.task, maxPixelsUnlessAlone);
  if (request.kind === 'shots') return compareShots(request.task);
  if (request.kind === 'metadata') return readMetadata(request.task, maxPixelsUnlessAlone);
  return crop(request.task, maxPixelsUnlessAlone);
}

/** Whatever a decoder objects to is the picture's fault; trouble with files is ours. */
function explain(error: unknown): Reply {
  if (error instanceof ImagingError) {
    const { code, reason, missing } = error;
    return { kind: 'refused', code, reason, missing };
  }
  const { code, message } = error as NodeJS.ErrnoException;
  const isOurs = code?.startsWith('E') || error instanceof TypeError || error instanceof ReferenceError;
  if (isOurs) return { kind: 'failed', message, errno: code };
  const firstLine = String(message ?? error).split('\n', 1)[0] ?? '';
  return { kind: 'refused', code: 'image_unreadable', reason: firstLine.slice(0, 200) };
}

reply({ kind: 'ready' });
flushCompileCache(); // at an end by a signal nothing is kept
