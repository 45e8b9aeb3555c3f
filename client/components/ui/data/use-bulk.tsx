import { Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { errorMessage } from '#client/lib/error-message.ts';
import { runBulk } from '#client/lib/run-bulk.ts';
import { toast } from '#client/lib/toast.ts';

type BulkKind =
  | 'delete_users'
  | 'delete_clubs'
  | 'delete_events'
  | 'delete_galleries'
  | 'remove_members'
  | 'approve_requests'
  | 'reject_requests'
  | 'remove_clubs';

interface BulkRun {
  kind: BulkKind;
  ids: readonly string[];
  /** The question about a single one names it. */
  nameOf: (id: string) => string | undefined;
  /** What else the question says. */
  details?: ReactNode;
  work: (id: string) => Promise<unknown>;
  /** Called with the ids that succeeded, whatever the outcome. */
  after?: (succeeded: string[]) => void;
}

/** Asks for confirmation, runs the action for one id after the other, and reports how many succeeded. */
export function useBulk() {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);

  const run = async ({ kind, ids, nameOf, details, work, after }: BulkRun) => {
    const count = ids.length;
    const name = count === 1 && nameOf(ids[0] ?? '');
    const yes = await confirm({
      title: name ? t(`bulk.${kind}.title_named`, { name }) : t(`bulk.${kind}.title`, { count }),
      body: (
        <Stack gap="sm">
          <Text>{t(`bulk.${kind}.body`, { count })}</Text>
          {details}
        </Stack>
      ),
      confirm: t(`bulk.${kind}.confirm`, { count }),
      danger: kind !== 'approve_requests',
    });
    if (!yes) return;
    setProgress({ done: 0, total: count });
    const { succeeded, failed } = await runBulk(ids, work, (done) => setProgress({ done, total: count }));
    setProgress(null);
    after?.(succeeded);
    if (failed.length === 0) return toast.success(t(`bulk.${kind}.done`, { count: succeeded.length }));
    const reasons = [...new Set(failed.map(({ error }) => errorMessage(t, error)))].join(' ');
    const sentence = succeeded.length
      ? t(`bulk.${kind}.partial`, { done: succeeded.length, count: failed.length })
      : t(`bulk.${kind}.failed`, { count: failed.length });
    toast.error(`${sentence} ${reasons}`);
  };

  /** Reports unexpected errors too. */
  const runSafely = (bulk: BulkRun) =>
    run(bulk).catch(() => {
      setProgress(null);
      toast.error(t('failed.bulk'));
    });

  return { run: runSafely, progress };
}
