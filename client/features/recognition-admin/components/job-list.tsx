import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { toast } from '#client/lib/toast.ts';
import { useErrorToast } from '#client/lib/use-error-toast.ts';
import { useFormat } from '#client/lib/use-format.ts';
import { useJobActions, useRefreshJobs } from '../api/jobs.ts';
import classes from './job-list.module.css';
import { type Job, JobRow } from './job-row.tsx';

interface JobListProps {
  title: string;
  jobs: Job[] | undefined;
  none: string;
  /** The usual height of the list, reserved while loading. */
  usual: number;
}

export function JobList({ title, jobs, none, usual }: JobListProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const showError = useErrorToast();
  const refresh = useRefreshJobs();
  const { retry } = useJobActions();

  const again = (job: Job) =>
    retry.mutate(
      { id: job.photo_id },
      {
        onSuccess: () => toast.success(t('recognition_admin.retried', { name: job.filename })),
        onError: showError,
        onSettled: () => void refresh(),
      },
    );

  return (
    <section className={classes.section}>
      <h2 className={classes.title}>
        {title}
        {jobs && jobs.length > 0 && <span className={classes.count}>{number(jobs.length)}</span>}
      </h2>
      {!jobs && <Skeleton h={usual} />}
      {jobs?.length === 0 && <p className={classes.none}>{none}</p>}
      <ul className={classes.list} aria-label={title}>
        {jobs?.map((job) => (
          <JobRow
            key={job.photo_id}
            job={job}
            onRetry={() => again(job)}
            busy={retry.isPending && retry.variables?.id === job.photo_id}
          />
        ))}
      </ul>
    </section>
  );
}
