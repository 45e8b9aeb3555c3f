import { type JobFailure, PermanentFailure, TransientFailure } from './job-failure.ts';
import type { ClaimedJob } from './queue.ts';
import { jobRules } from './registry.ts';

/** What a try that threw means for the job. */
export function describeFailure(job: ClaimedJob, error: unknown): JobFailure {
  const permanent = error instanceof PermanentFailure;
  const known = permanent || error instanceof TransientFailure;
  return {
    code: known ? error.code : 'unexpected',
    reason: error instanceof Error ? error.message : String(error),
    final: permanent || job.attempts >= jobRules[job.name].retry.attempts,
  };
}
