import { Button, Skeleton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectionAction, SelectionBar } from '#client/components/ui/data/selection-bar.tsx';
import { useBulk } from '#client/components/ui/data/use-bulk.tsx';
import { EmptyState } from '#client/components/ui/feedback/empty-state.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { Filter, FilterBar, SearchField } from '#client/components/ui/forms/filter-bar.tsx';
import { FilterSelect } from '#client/components/ui/forms/filter-select.tsx';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';
import { PageHeader } from '#client/components/ui/layout/page-header.tsx';
import {
  givenRoles,
  useManageUsers,
  usersInput,
  useUsers,
} from '#client/features/accounts/users/api/manage-users.ts';
import { UsersPagination } from '#client/features/accounts/users/components/users-pagination.tsx';
import { UsersTable } from '#client/features/accounts/users/components/users-table.tsx';
import { useClubs } from '#client/features/clubs/clubs/api/list-clubs.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { usePageInRange } from '#client/hooks/use-page-in-range.ts';
import { useSelection } from '#client/hooks/use-selection.ts';
import { useUrlFilters, useUrlText } from '#client/hooks/use-url-filters.ts';
import { IconPlus } from '#client/icons/plus.ts';
import { IconUsers } from '#client/icons/users.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import type { User } from '#server/contract/schemas/users.ts';

const CreateUserDialog = lazyPart(() =>
  import('#client/features/accounts/users/components/create-user-dialog.tsx').then((m) => ({
    default: m.CreateUserDialog,
  })),
);
const UserDialog = lazyPart(() =>
  import('#client/features/accounts/users/components/user-dialog.tsx').then((m) => ({
    default: m.UserDialog,
  })),
);

export function UsersPage() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { filters, set, clear, page, setPage, view } = useUrlFilters();
  const [text, setText] = useUrlText('q', 300);
  const input = usersInput(filters);
  const { role, per_page: perPage } = input;
  const { data, error, isPending, refetch } = useUsers(input);
  const clubs = (useClubs().data?.clubs ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const [open, setOpen] = useState<User | 'new'>();
  const close = () => setOpen(undefined);
  const selection = useSelection(view);
  const { run, progress } = useBulk();
  const { remove } = useManageUsers();
  const filtered = Boolean(filters.q || role);
  usePageInRange(page, perPage, data?.total, setPage);

  const deleteUsers = (ids: string[]) =>
    run({
      kind: 'delete_users',
      ids,
      nameOf: (id) => {
        const user = data?.users.find((each) => each.id === id);
        return user && (user.full_name || user.username);
      },
      work: (id) => remove.mutateAsync({ id }),
      after: (deleted) => {
        selection.clear();
        if (deleted.length > 0) close();
      },
    });

  return (
    <Page>
      <PageHeader
        title={t('accounts.title')}
        facts={data && t('accounts.count', { count: data.total, n: number(data.total) })}
        actions={
          <Button leftSection={<IconPlus size={18} />} onClick={() => setOpen('new')}>
            {t('accounts.create')}
          </Button>
        }
      />
      <FilterBar onClear={filtered ? clear : undefined}>
        <SearchField label={t('accounts.search')} value={text} onChange={setText} />
        <Filter chosen={role !== undefined}>
          <FilterSelect
            label={t('accounts.role_filter')}
            all={t('accounts.all_roles')}
            data={givenRoles.map((value) => ({ value, label: t(`roles.${value}.name`) }))}
            value={role}
            onChange={(value) => set({ role: value })}
          />
        </Filter>
      </FilterBar>
      {error && !data && (
        <ErrorState title={t('failed.users_load')} error={error} onRetry={() => void refetch()} />
      )}
      {isPending && <Skeleton h={480} />}
      {data && data.users.length > 0 && (
        <UsersTable
          users={data.users}
          selection={selection}
          onOpen={setOpen}
          onDelete={(user) => void deleteUsers([user.id])}
        />
      )}
      {data?.total === 0 && (
        <EmptyState
          icon={IconUsers}
          title={t(filtered ? 'accounts.none_found' : 'accounts.none')}
          text={t(filtered ? 'accounts.none_found_text' : 'accounts.none_text')}
        />
      )}
      <UsersPagination
        page={page}
        perPage={perPage}
        total={data?.total ?? 0}
        onPerPage={(size) => set({ size: size === listSizes.users ? undefined : String(size) })}
      />
      <SelectionBar count={selection.count} onClear={selection.clear}>
        <SelectionAction
          destroys
          loading={progress !== null}
          onClick={() => void deleteUsers([...selection.ids])}
        >
          {t('bulk.delete_users.confirm', { count: selection.count })}
        </SelectionAction>
      </SelectionBar>
      <Suspense>
        {open === 'new' && <CreateUserDialog clubs={clubs} onClose={close} />}
        {open && open !== 'new' && (
          <UserDialog
            user={open}
            clubs={clubs}
            onClose={close}
            onDelete={(user) => void deleteUsers([user.id])}
          />
        )}
      </Suspense>
    </Page>
  );
}
