import { isFinalFailure, type UploadItem, type UploadState } from './queue.ts';

export interface UploadSummary {
  total: number;
  done: number;
  failed: number;
  /** Failed uploads that can be retried. */
  retryable: number;
  waiting: number;
  duplicates: number;
  /** They wait for those who decide about the gallery. */
  held: number;
  bytes: number;
  sent: number;
  /** Progress from 0 to 1, by bytes; files that will never be taken count in full. */
  share: number;
}

/** Photos that had been sent to these files' galleries when the page was left count as uploaded. */
export function summaryOf(
  items: readonly UploadItem[],
  resumed: UploadState['resumed'] = undefined,
): UploadSummary {
  const galleries = new Set(items.map((item) => item.galleryId));
  let sentBefore = 0;
  for (const id of galleries) sentBefore += resumed?.sentBefore[id] ?? 0;
  const summary = {
    total: items.length + sentBefore,
    done: sentBefore,
    failed: 0,
    retryable: 0,
    waiting: 0,
    duplicates: 0,
    held: 0,
    bytes: 0,
    sent: 0,
  };
  for (const item of items) {
    summary.bytes += item.file.size;
    summary.sent += isFinalFailure(item) ? item.file.size : item.sent;
    if (item.status === 'done') summary.done += 1;
    else if (item.status === 'error') summary.failed += 1;
    else summary.waiting += 1;
    if (item.status === 'error' && !isFinalFailure(item)) summary.retryable += 1;
    if (item.duplicate) summary.duplicates += 1;
    if (item.held) summary.held += 1;
  }
  // The sizes of photos sent before are not kept: they count with the mean of the others.
  const bytesBefore = items.length > 0 ? (sentBefore * summary.bytes) / items.length : 0;
  const bytes = summary.bytes + bytesBefore;
  return { ...summary, share: bytes ? (summary.sent + bytesBefore) / bytes : 0 };
}
