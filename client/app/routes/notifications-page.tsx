import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Pagination } from '#client/components/ui/data/pagination.tsx';
import { EmptyState } from '#client/components/ui/feedback/empty-state.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { FilterBar } from '#client/components/ui/forms/filter-bar.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';
import { PageHeader } from '#client/components/ui/layout/page-header.tsx';
import {
  notificationsInput,
  useMarkRead,
  useNotifications,
} from '#client/features/accounts/notifications/api/list-notifications.ts';
import { NotificationList } from '#client/features/accounts/notifications/components/notification-list.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { usePageInRange } from '#client/hooks/use-page-in-range.ts';
import { useUrlFilters } from '#client/hooks/use-url-filters.ts';
import { IconBell } from '#client/icons/bell.ts';
import { IconChecks } from '#client/icons/checks.ts';
import { listSizes } from '#server/contract/list-sizes.ts';

export function NotificationsPage() {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const { filters, set, page, setPage } = useUrlFilters();
  const unread = filters.show === 'unread';
  const { data, error, isPending, refetch } = useNotifications(notificationsInput(filters));
  const { all } = useMarkRead();
  usePageInRange(page, listSizes.notifications, data?.total, setPage);
  return (
    <Page>
      <PageHeader
        title={t('notifications.title')}
        facts={
          data &&
          (data.unread ? t('notifications.unread', { count: data.unread }) : t('notifications.all_read'))
        }
        actions={
          data &&
          data.unread > 0 && (
            <Button
              variant="default"
              leftSection={<IconChecks size={18} />}
              onClick={() => all.mutate(undefined, { onError: showError })}
              loading={all.isPending}
            >
              {t('notifications.mark_all')}
            </Button>
          )
        }
      />
      <FilterBar>
        <SegmentedControl
          size="md"
          aria-label={t('notifications.filter')}
          data={[
            { value: 'all', label: t('notifications.all') },
            { value: 'unread', label: t('notifications.unread') },
          ]}
          value={unread ? 'unread' : 'all'}
          onChange={(value) => set({ show: value === 'unread' ? value : undefined })}
        />
      </FilterBar>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton h={320} />}
      {data && <NotificationList notifications={data.notifications} />}
      {data?.total === 0 && (
        <EmptyState
          icon={IconBell}
          title={t(unread ? 'notifications.none_unread' : 'notifications.none')}
          text={t('notifications.none_text')}
        />
      )}
      <Pagination page={page} perPage={listSizes.notifications} total={data?.total ?? 0} />
    </Page>
  );
}
