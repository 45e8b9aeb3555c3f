import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';
import {
  type AnalysisFilter,
  requeueAnalyses,
} from '#server/features/galleries/photos/photo-analyses.repository.ts';

/** Analyses photos again: status and job in one transaction. Answers how many were queued. */
export async function queueAnalysis(
  jobs: Needs<'jobs'>['jobs'],
  trx: Transaction<DB>,
  filter: AnalysisFilter,
): Promise<number> {
  const rows = await requeueAnalyses(trx, filter);
  await jobs.enqueue(trx, 'analyse-photo', rows);
  return rows.length;
}
