import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { IconBell, IconChecks } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#client/components/ui/empty-state.tsx';
import { ErrorState } from '#client/components/ui/error-state.tsx';
import { FilterBar } from '#client/components/ui/filter-bar.tsx';
import { Page } from '#client/components/ui/page.tsx';
import { PageHeader } from '#client/components/ui/page-header.tsx';
import { Pager } from '#client/components/ui/pager.tsx';
import {
  noticesPerPage,
  noticesWanted,
  useMarkRead,
  useNotices,
} from '#client/features/notifications/api/list-notifications.ts';
import { NoticeList } from '#client/features/notifications/components/notice-list.tsx';
import { useErrorToast } from '#client/lib/use-error-toast.ts';
import { usePageInRange } from '#client/lib/use-page-in-range.ts';
import { useUrlFilters } from '#client/lib/use-url-filters.ts';

export function NotificationsPage() {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const { filters, set, page, setPage } = useUrlFilters();
  const unread = filters.show === 'unread';
  const { data, error, isPending, refetch } = useNotices(noticesWanted(filters));
  const { all } = useMarkRead();
  usePageInRange(page, noticesPerPage, data?.total, setPage);
  return (
    <Page>
      <PageHeader
        title={t('notices.title')}
        facts={
          data && (data.unread ? t('notifications.unread', { count: data.unread }) : t('notices.all_read'))
        }
        actions={
          data &&
          data.unread > 0 && (
            <Button
              variant="default"
              leftSection={<IconChecks size={18} aria-hidden="true" />}
              onClick={() => all.mutate(undefined, { onError: showError })}
              loading={all.isPending}
            >
              {t('notices.mark_all')}
            </Button>
          )
        }
      />
      <FilterBar>
        <SegmentedControl
          size="md"
          aria-label={t('notices.filter')}
          data={[
            { value: 'all', label: t('notices.all') },
            { value: 'unread', label: t('notices.unread') },
          ]}
          value={unread ? 'unread' : 'all'}
          onChange={(value) => set({ show: value === 'unread' ? value : undefined })}
        />
      </FilterBar>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton h={320} />}
      {data && <NoticeList notices={data.notifications} />}
      {data?.total === 0 && (
        <EmptyState
          icon={IconBell}
          title={t(unread ? 'notices.none_unread' : 'notices.none')}
          text={t('notices.none_text')}
        />
      )}
      <Pager page={page} perPage={noticesPerPage} total={data?.total ?? 0} />
    </Page>
  );
}
