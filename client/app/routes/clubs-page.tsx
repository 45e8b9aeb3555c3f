import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CardGrid, CardGridSkeleton } from '#client/components/ui/data/card-grid.tsx';
import { SelectionAction, SelectionBar } from '#client/components/ui/data/selection-bar.tsx';
import { useBulk } from '#client/components/ui/data/use-bulk.tsx';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';
import { EmptyState } from '#client/components/ui/feedback/empty-state.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';
import { PageHeader } from '#client/components/ui/layout/page-header.tsx';
import { clubsInput, useClubs } from '#client/features/clubs/clubs/api/list-clubs.ts';
import { useDeleteClub } from '#client/features/clubs/clubs/api/save-club.ts';
import { ClubCard } from '#client/features/clubs/clubs/components/club-card.tsx';
import { ClubDetails } from '#client/features/clubs/clubs/components/club-details.tsx';
import { ClubFilters } from '#client/features/clubs/clubs/components/club-filters.tsx';
import { ClubMenu } from '#client/features/clubs/clubs/components/club-menu.tsx';
import { MembershipButton } from '#client/features/clubs/clubs/components/membership-button.tsx';
import { useReadEndInClub } from '#client/features/people/family/components/use-end-of-guardianships.tsx';
import { useCan } from '#client/hooks/use-can.ts';
import { useOpenOnNewParam } from '#client/hooks/use-open-on-new-param.ts';
import { useSelection } from '#client/hooks/use-selection.ts';
import { useUrlFilters } from '#client/hooks/use-url-filters.ts';
import { IconPlus } from '#client/icons/plus.ts';
import { IconShield } from '#client/icons/shield.ts';
import { newestOf } from '#client/lib/newest-of.ts';
import type { Club } from '#server/contract/schemas/clubs.ts';
import { ClubDialogs } from './clubs/club-dialogs.tsx';

export function ClubsPage() {
  const { t } = useTranslation();
  const mayCreate = useCan('club.create');
  const { filters, clear, view } = useUrlFilters();
  const mine = filters.mine === '1';
  const clubs = useClubs(clubsInput(filters));
  const list = clubs.data?.clubs ?? [];
  const [openId, setOpenId] = useState<string>();
  const openOnArrival = useOpenOnNewParam();
  const [form, setForm] = useState<Club | 'new' | undefined>(openOnArrival && mayCreate ? 'new' : undefined);
  const [adminsOf, setAdminsOf] = useState<Club>();
  const selection = useSelection(view);
  const { run, progress } = useBulk();
  const deletion = useDeleteClub();
  const readEnd = useReadEndInClub();
  const filtered = Boolean(filters.q) || mine;

  const remove = (ids: string[]) =>
    run({
      kind: 'delete_clubs',
      ids,
      nameOf: (id) => list.find((club) => club.id === id)?.name,
      work: (id) => deletion.mutateAsync({ id }),
      after: selection.clear,
    });

  return (
    <Page>
      <PageHeader
        title={t('clubs.title')}
        facts={t('clubs.lead')}
        actions={
          mayCreate && (
            <Button leftSection={<IconPlus size={18} />} onClick={() => setForm('new')}>
              {t('clubs.create')}
            </Button>
          )
        }
      />
      <ClubFilters total={clubs.data?.total} />
      {clubs.error && !clubs.data && (
        <ErrorState title={t('failed.clubs_load')} error={clubs.error} onRetry={() => void clubs.refetch()} />
      )}
      {clubs.isPending && <CardGridSkeleton height={204} />}
      {clubs.data && list.length === 0 && (
        <EmptyState
          icon={IconShield}
          title={filtered ? t('clubs.none_found') : t('clubs.none')}
          text={
            filtered ? t('clubs.none_found_text') : t(mayCreate ? 'clubs.none_text_admin' : 'clubs.none_text')
          }
          action={
            filtered ? (
              <Button variant="default" onClick={clear}>
                {t('common.reset_filters')}
              </Button>
            ) : (
              mayCreate && <Button onClick={() => setForm('new')}>{t('clubs.create')}</Button>
            )
          }
        />
      )}
      <CardGrid label={t('clubs.title')}>
        {list.map((club) => (
          <ClubCard
            key={club.id}
            club={club}
            onOpen={() => setOpenId(club.id)}
            action={
              <>
                {club.permissions.can_manage_members && (
                  <ButtonLink
                    to="/clubs/$clubId/manage"
                    params={{ clubId: club.id }}
                    variant="light"
                    aria-label={t('my_clubs.manage_named', { name: club.name })}
                  >
                    {t('clubs.manage')}
                  </ButtonLink>
                )}
                <MembershipButton club={club} readEnd={readEnd} />
              </>
            }
            menu={
              <ClubMenu
                club={club}
                onEdit={() => setForm(club)}
                onAdmins={() => setAdminsOf(club)}
                onDelete={() => void remove([club.id])}
              />
            }
            chosen={selection.has(club.id)}
            onChoose={club.permissions.can_delete ? () => selection.toggle(club.id) : undefined}
          />
        ))}
      </CardGrid>

      <SelectionBar count={selection.count} onClear={selection.clear} onThisPage={false}>
        <SelectionAction destroys loading={progress !== null} onClick={() => void remove([...selection.ids])}>
          {t('common.delete')}
        </SelectionAction>
      </SelectionBar>
      <ClubDetails
        club={list.find((club) => club.id === openId)}
        readEnd={readEnd}
        onClose={() => setOpenId(undefined)}
      />
      <ClubDialogs
        form={form && form !== 'new' ? newestOf(list, form) : form}
        adminsOf={adminsOf}
        onForm={setForm}
        onAdmins={setAdminsOf}
      />
    </Page>
  );
}
