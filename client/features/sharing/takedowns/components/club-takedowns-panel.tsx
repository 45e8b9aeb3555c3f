import { Button, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '#client/components/ui/data/data-table.tsx';
import { Pagination } from '#client/components/ui/data/pagination.tsx';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { useUrlFilters } from '#client/hooks/use-url-filters.ts';
import { trpc } from '#client/lib/trpc.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import type { ClubTakedown } from '#server/contract/schemas/takedowns.ts';
import { useClubTakedowns } from '../api/takedowns.ts';
import classes from './club-takedowns-panel.module.css';
import { TakedownStatus } from './takedown-status.tsx';

/** The hidden photos of a club's galleries: where, why and until when; which for those who decide. */
export function ClubTakedownsPanel({ clubId }: { clubId: string }) {
  const { t } = useTranslation();
  const { dateTime, number } = useFormat();
  const { page } = useUrlFilters();
  const showError = useErrorToast(t('failed.takedown_decide'));
  const keep = trpc.takedowns.decide.useMutation();
  const list = useClubTakedowns(clubId, page);
  if (list.error && !list.data) return <ErrorState title={t('failed.takedowns_load')} of={list} />;
  if (!list.data) return <Skeleton h={240} />;
  const columns: Column<ClubTakedown>[] = [
    { key: 'gallery', header: t('takedowns.gallery'), main: true, cell: (row) => row.gallery_name },
    {
      key: 'photos',
      header: t('takedowns.photos'),
      cell: ({ photos, photo_count }) => (
        <div className={classes.photos}>
          {photos.map(({ id, thumbnail_url }) => (
            <img key={id} src={thumbnail_url} alt="" loading="lazy" decoding="async" />
          ))}
          <span>{number(photo_count)}</span>
        </div>
      ),
    },
    { key: 'why', header: t('takedowns.why'), cell: ({ origin }) => t(`takedowns.cause.${origin}`) },
    { key: 'asked', header: t('takedowns.hidden_at'), nowrap: true, cell: (row) => dateTime(row.asked_at) },
    { key: 'state', header: t('takedowns.status'), cell: (row) => <TakedownStatus takedown={row} /> },
  ];
  return (
    <>
      <DataTable
        caption={t('takedowns.title')}
        columns={columns}
        rows={list.data.takedowns}
        idOf={(row) => row.id}
        nameOf={(row) => row.gallery_name}
        wideActions
        rowActions={(row) =>
          !row.can_decide ? (
            row.decided === null && (
              <Button
                variant="subtle"
                aria-label={t('takedowns.keep_unseen_named', { gallery: row.gallery_name })}
                onClick={() =>
                  keep.mutate(
                    { id: row.gallery_id, takedown_id: row.id, decision: 'granted', together: true },
                    { onError: showError },
                  )
                }
              >
                {t('takedowns.keep_unseen')}
              </Button>
            )
          ) : (
            <ButtonLink
              variant="subtle"
              to="/gallery/$galleryId/takedowns"
              params={{ galleryId: row.gallery_id }}
              hash={row.id}
              aria-label={t('takedowns.open_named', { gallery: row.gallery_name })}
            >
              {t('takedowns.open')}
            </ButtonLink>
          )
        }
      />
      <Pagination page={page} perPage={listSizes.users} total={list.data.total} />
    </>
  );
}
