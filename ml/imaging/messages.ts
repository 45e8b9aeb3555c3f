import type { ImagingErrorCode, PreparedImage, PrepareTask, StrippedImage, StripTask } from './types.ts';

/** What the pool asks of its processes. */
export type Order = { kind: 'prepare'; task: PrepareTask } | { kind: 'strip'; task: StripTask };

export type Reply =
  | { kind: 'ready' }
  | { kind: 'done'; result: PreparedImage | StrippedImage }
  | { kind: 'refused'; code: ImagingErrorCode; reason: string }
  /** Not the picture's fault: a full disk, a missing source. */
  | { kind: 'failed'; message: string; errno: string | undefined };
