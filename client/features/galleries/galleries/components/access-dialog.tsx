import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { reopenable } from '#client/components/ui/forms/reopenable.tsx';
import {
  type PickerOption,
  type PickerResults,
  SearchPicker,
} from '#client/components/ui/forms/search-picker.tsx';
import { UnsavedChanges } from '#client/components/ui/forms/unsaved-changes.tsx';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { toast } from '#client/lib/toast.ts';
import { useGalleryAccess, useSetGalleryAccess } from '../api/gallery-access.ts';
import { type AccessEntry, AccessList } from './access-list.tsx';

type Search = (query: string) => PickerResults;

interface AccessDialogProps {
  galleryId: string;
  useClubSearch: Search;
  useUserSearch: Search;
  onClose: () => void;
}

/** Who sees a gallery beside those who manage it: the clubs of the event and further clubs where clubs count, single users. */
export const AccessDialog = reopenable(function AccessDialog({
  galleryId,
  useClubSearch,
  useUserSearch,
  onClose,
}: AccessDialogProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const access = useGalleryAccess(galleryId);
  const save = useSetGalleryAccess();
  const [clubs, setClubs] = useState<AccessEntry[]>();
  const [users, setUsers] = useState<AccessEntry[]>();
  const [seen, setSeen] = useState<{ club_ids: string[]; user_ids: string[] }>();

  // The cache may be stale, and saving stale values would revert changes made by others.
  const current = access.isFetchedAfterMount && !access.error && access.data;

  const members = (count: number) => t('clubs.members', { count, n: number(count) });
  const clubEntry = (club: { id: string; name: string; member_count: number }): AccessEntry => ({
    id: club.id,
    name: club.name,
    hint: members(club.member_count),
  });
  const inherited = access.data?.event_clubs.map(clubEntry) ?? [];
  const pending =
    access.data?.pending_clubs.map(({ id, name }) => ({ id, name, hint: t('access.asked') })) ?? [];
  const ownClubs = clubs ?? [...(access.data?.additional_clubs.map(clubEntry) ?? []), ...pending];
  const ownUsers =
    users ?? access.data?.users.map(({ id, name, email }) => ({ id, name, hint: email })) ?? [];
  const entryOf = ({ id, label, hint = '' }: PickerOption): AccessEntry => ({ id, name: label, hint });
  const countsClubs = access.data?.visibility === 'club_restricted';
  const without = (list: AccessEntry[], id: string) => list.filter((entry) => entry.id !== id);
  const ids = (list: { id: string }[]) => list.map(({ id }) => id);

  const saved = {
    club_ids: ids([...(access.data?.additional_clubs ?? []), ...(access.data?.pending_clubs ?? [])]),
    user_ids: ids(access.data?.users ?? []),
  };
  const change = (changed: { clubs: AccessEntry[] } | { users: AccessEntry[] }) => {
    setSeen(seen ?? saved);
    if ('clubs' in changed) setClubs(changed.clubs);
    else setUsers(changed.users);
  };

  const submit = () =>
    save.mutate(
      {
        id: galleryId,
        club_ids: countsClubs ? ids([...inherited, ...ownClubs]) : [],
        user_ids: ids(ownUsers),
        seen: seen ?? saved,
      },
      {
        onSuccess: () => {
          toast.success(t('access.saved'));
          onClose();
        },
      },
    );

  return (
    <Dialog opened onClose={onClose} title={t('access.title')} size="lg">
      <UnsavedChanges dirty={clubs !== undefined || users !== undefined} />
      {access.error && <ErrorState title={t('failed.access_load')} of={access} />}
      {!access.error && !current && <Skeleton h={320} />}
      {current && (
        <Stack gap="xl">
          <FormError error={save.error} title={t('failed.access_update')} />
          {countsClubs ? (
            <>
              <Stack gap="xs">
                <Title order={3}>{t('access.inherited', { event: current.event_name })}</Title>
                <AccessList
                  label={t('access.inherited', { event: current.event_name })}
                  entries={inherited}
                  empty={t('access.no_inherited')}
                />
              </Stack>
              <Stack gap="xs">
                <Title order={3}>{t('access.clubs')}</Title>
                <SearchPicker
                  label={t('access.add_club')}
                  placeholder={t('clubs.search')}
                  useResults={useClubSearch}
                  without={ids([...inherited, ...ownClubs])}
                  onPick={(option) => change({ clubs: [...ownClubs, entryOf(option)] })}
                />
                <AccessList
                  label={t('access.clubs')}
                  entries={ownClubs}
                  empty={t('access.no_clubs')}
                  onRemove={(id) => change({ clubs: without(ownClubs, id) })}
                />
              </Stack>
            </>
          ) : (
            <Text>
              {t('access.clubs_do_not_count', {
                counted: t('galleries.visibility.club_restricted'),
                visibility: t(`galleries.visibility.${current.visibility}`),
              })}
            </Text>
          )}
          <Stack gap="xs">
            <Title order={3}>{t('access.users')}</Title>
            <SearchPicker
              label={t('access.add_user')}
              placeholder={t('clubs.find_user_hint')}
              useResults={useUserSearch}
              without={ids(ownUsers)}
              onPick={(option) => change({ users: [...ownUsers, entryOf(option)] })}
            />
            <AccessList
              label={t('access.users')}
              entries={ownUsers}
              empty={t('access.no_users')}
              onRemove={(id) => change({ users: without(ownUsers, id) })}
            />
          </Stack>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button onClick={submit} loading={save.isPending}>
              {t('common.save')}
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
});
