import { isFileRejected, type UploadItem } from './queue.ts';

export interface UploadSummary {
  total: number;
  done: number;
  failed: number;
  /** Failed uploads that can be retried. */
  retryable: number;
  waiting: number;
  duplicates: number;
  bytes: number;
  sent: number;
  /** Progress from 0 to 1, by bytes; failed files count in full. */
  share: number;
}

export function summaryOf(items: readonly UploadItem[]): UploadSummary {
  const summary = {
    total: items.length,
    done: 0,
    failed: 0,
    retryable: 0,
    waiting: 0,
    duplicates: 0,
    bytes: 0,
    sent: 0,
  };
  for (const item of items) {
    summary.bytes += item.file.size;
    summary.sent += item.status === 'error' ? item.file.size : item.sent;
    if (item.status === 'done') summary.done += 1;
    else if (item.status === 'error') summary.failed += 1;
    else summary.waiting += 1;
    if (item.status === 'error' && !isFileRejected(item)) summary.retryable += 1;
    if (item.duplicate) summary.duplicates += 1;
  }
  return { ...summary, share: summary.bytes ? summary.sent / summary.bytes : 0 };
}
