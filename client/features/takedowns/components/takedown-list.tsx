import { Skeleton, Stack } from '@mantine/core';
import { IconEyeCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#client/components/ui/feedback/empty-state.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { useTakedowns } from '../api/takedowns.ts';
import classes from './takedown-card.module.css';
import { TakedownCard } from './takedown-card.tsx';

/** The requests to take photos of a gallery down, those that wait first. */
export function TakedownList({ galleryId }: { galleryId: string }) {
  const { t } = useTranslation();
  const list = useTakedowns(galleryId);
  if (list.error && !list.data)
    return (
      <ErrorState title={t('failed.takedowns_load')} error={list.error} onRetry={() => void list.refetch()} />
    );
  if (!list.data) return <Skeleton h={240} />;
  if (list.data.takedowns.length === 0)
    return <EmptyState icon={IconEyeCheck} title={t('takedowns.none')} text={t('takedowns.none_text')} />;
  return (
    <Stack component="ul" gap="lg" className={classes.list}>
      {list.data.takedowns.map((takedown) => (
        <TakedownCard key={takedown.id} galleryId={galleryId} takedown={takedown} />
      ))}
    </Stack>
  );
}
