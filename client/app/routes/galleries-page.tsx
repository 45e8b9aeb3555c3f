import { Checkbox, Text } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CardGrid, CardGridSkeleton } from '#client/components/ui/data/card-grid.tsx';
import { Pagination } from '#client/components/ui/data/pagination.tsx';
import { SelectionAction, SelectionBar } from '#client/components/ui/data/selection-bar.tsx';
import { useBulk } from '#client/components/ui/data/use-bulk.tsx';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';
import { EmptyState } from '#client/components/ui/feedback/empty-state.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';
import { PageHeader } from '#client/components/ui/layout/page-header.tsx';
import { galleriesInput, useGalleries } from '#client/features/galleries/galleries/api/list-galleries.ts';
import { useDeleteGallery } from '#client/features/galleries/galleries/api/save-gallery.ts';
import { DeletedGalleries } from '#client/features/galleries/galleries/components/deleted-galleries.tsx';
import { GalleryCard } from '#client/features/galleries/galleries/components/gallery-card.tsx';
import { GalleryFilters } from '#client/features/galleries/galleries/components/gallery-filters.tsx';
import { useCan } from '#client/hooks/use-can.ts';
import { usePageInRange } from '#client/hooks/use-page-in-range.ts';
import { usePublicSettings } from '#client/hooks/use-public-settings.ts';
import { useSelection } from '#client/hooks/use-selection.ts';
import { useUrlFilters } from '#client/hooks/use-url-filters.ts';
import { IconPhoto } from '#client/icons/photo.ts';
import { IconPlus } from '#client/icons/plus.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import { useGalleryFilterOptions } from './galleries/use-gallery-filter-options.ts';

const perPage = listSizes.galleries;

/** /gallery and /admin/gallery: the same list; links keep the /admin prefix. */
export function GalleriesPage() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const base = pathname.startsWith('/admin') ? '/admin/gallery' : '/gallery';
  const mayCreate = useCan('gallery.create');
  const mayBulkDelete = useCan('gallery.bulkDelete');
  const { filters, page, setPage, view } = useUrlFilters();
  const galleries = useGalleries(galleriesInput(filters));
  const choices = useGalleryFilterOptions();
  const list = galleries.data?.galleries ?? [];
  const selection = useSelection(view);
  usePageInRange(page, perPage, galleries.data?.total, setPage);
  const { run, progress } = useBulk();
  const days = usePublicSettings().settings?.bin_days ?? 0;
  const deletion = useDeleteGallery();
  const filtered = Object.entries(filters).some(([key, value]) => key !== 'page' && value);

  const remove = () =>
    run({
      kind: 'delete_galleries',
      ids: [...selection.ids],
      details: days > 0 && <Text>{t('deleted_galleries.kept', { count: days })}</Text>,
      nameOf: (id) => list.find((gallery) => gallery.id === id)?.name,
      work: (id) => deletion.mutateAsync({ id }),
      after: selection.clear,
    });

  const create = mayCreate && (
    <ButtonLink to="/admin/gallery/create" leftSection={<IconPlus size={18} />}>
      {t('galleries.create')}
    </ButtonLink>
  );

  return (
    <Page>
      <PageHeader
        title={t('galleries.title')}
        actions={
          mayCreate && (
            <>
              {create}
              <DeletedGalleries />
            </>
          )
        }
      />
      <GalleryFilters choices={choices} total={galleries.data?.total} mayShowMine={mayCreate} />
      {galleries.error && !galleries.data && (
        <ErrorState
          title={t('failed.galleries_load')}
          error={galleries.error}
          onRetry={() => void galleries.refetch()}
        />
      )}
      {galleries.isPending && <CardGridSkeleton height={260} pictures />}
      {galleries.data && list.length === 0 && (
        <EmptyState
          icon={IconPhoto}
          title={filtered ? t('galleries.none_found') : t('galleries.none')}
          text={filtered ? t('galleries.none_found_text') : t('galleries.none_text')}
          action={!filtered && create}
        />
      )}
      <CardGrid label={t('galleries.title')} pictures>
        {list.map((gallery) => (
          <GalleryCard
            key={gallery.id}
            gallery={gallery}
            base={base}
            chosen={selection.has(gallery.id)}
            choice={
              mayBulkDelete && (
                <Checkbox
                  size="md"
                  checked={selection.has(gallery.id)}
                  onChange={() => selection.toggle(gallery.id)}
                  aria-label={t('table.select_row', { name: gallery.name })}
                />
              )
            }
          />
        ))}
      </CardGrid>
      <Pagination page={page} perPage={perPage} total={galleries.data?.total ?? 0} />
      <SelectionBar count={selection.count} onClear={selection.clear}>
        <SelectionAction destroys loading={progress !== null} onClick={() => void remove()}>
          {t('common.delete')}
        </SelectionAction>
      </SelectionBar>
    </Page>
  );
}
