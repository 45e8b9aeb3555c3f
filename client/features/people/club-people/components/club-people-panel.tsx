import { Button, Group, Skeleton } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Pagination } from '#client/components/ui/data/pagination.tsx';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';
import { EmptyState } from '#client/components/ui/feedback/empty-state.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { Filter, FilterBar, SearchField } from '#client/components/ui/forms/filter-bar.tsx';
import { FilterSelect } from '#client/components/ui/forms/filter-select.tsx';
import type { PickerResults } from '#client/components/ui/forms/search-picker.tsx';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { usePageInRange } from '#client/hooks/use-page-in-range.ts';
import { useUrlFilters, useUrlText } from '#client/hooks/use-url-filters.ts';
import { IconFileSpreadsheet } from '#client/icons/file-spreadsheet.ts';
import { IconUserHeart } from '#client/icons/user-heart.ts';
import { IconUserPlus } from '#client/icons/user-plus.ts';
import { newestOf } from '#client/lib/newest-of.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import type { ClubPerson } from '#server/contract/schemas/club-people.ts';
import type { Club } from '#server/contract/schemas/clubs.ts';
import { useClubPeople } from '../api/club-people.ts';
import { useFormerPeople } from '../api/former-people.ts';
import { ClaimsSetting } from './claims-setting.tsx';
import { ClubPeopleTable } from './club-people-table.tsx';
import { ConsentTools } from './consent-tools.tsx';
import { ErasureReceipts } from './erasure-receipts.tsx';
import { ErasureRequests } from './erasure-requests.tsx';
import { FamilyShareLinksSetting } from './family-share-links-setting.tsx';
import { FormerPeopleRetentionSetting } from './former-people-retention-setting.tsx';
import { GuardianClaims } from './guardian-claims.tsx';
import { TypedNames } from './typed-names.tsx';

const ClubPersonDialog = lazyPart(() => import('./club-person-dialog.tsx'));
const DepartureDialog = lazyPart(() => import('./departure-dialog.tsx'));
const EraseDialog = lazyPart(() => import('./erase-dialog.tsx'));
const GuardiansDialog = lazyPart(() => import('./guardians-dialog.tsx'));
type ErasedPerson = Pick<ClubPerson, 'id' | 'name'>;
const consentFilters = ['unknown', 'no', 'yes'] as const;

interface ClubPeoplePanelProps {
  club: Club;
  /** Comes from the clubs feature; the page passes it in. */
  useMemberSearch: (query: string) => PickerResults;
  /** Makes slips for the guardians of all children; comes from the invitations feature, as the next. */
  slips: ReactNode;
  renderInvite: (person: ClubPerson, onClose: () => void) => ReactNode;
}

/** The people a club knows. A club that knows none sees what the list is for and one button. */
export function ClubPeoplePanel({ club, useMemberSearch, slips, renderInvite }: ClubPeoplePanelProps) {
  const clubId = club.id;
  const { t } = useTranslation();
  const { number } = useFormat();
  const { filters, set, page, setPage } = useUrlFilters();
  const [text, setText] = useUrlText('q', 300);
  const limit = listSizes.users;
  const consent = consentFilters.find((one) => one === filters.consent);
  /** A club that keeps the data of people who left sees nothing of leaving. */
  const deletesLeft = (useFormerPeople(clubId).data?.months ?? null) !== null;
  const left = deletesLeft && filters.left === 'yes';
  const isFiltered = Boolean(filters.q || consent || left);
  const list = useClubPeople(clubId, {
    search: filters.q,
    consent,
    ...(left ? { left } : {}),
    limit,
    offset: (page - 1) * limit,
  });
  const [editing, setEditing] = useState<ClubPerson | 'new'>();
  const [leaving, setLeaving] = useState<ClubPerson>();
  const [familyOf, setFamilyOf] = useState<string>();
  const [erased, setErased] = useState<{
    person: ErasedPerson;
    hidePhotos?: boolean;
    refusesOutside: boolean;
  }>();
  const shown = list.data?.people.find(({ id }) => id === familyOf);
  const total = list.data?.total;
  usePageInRange(page, limit, total, setPage);

  const add = (
    <Button leftSection={<IconUserPlus size={18} />} onClick={() => setEditing('new')}>
      {t('club_people.add_title')}
    </Button>
  );

  if (list.error && !list.data) return <ErrorState title={t('failed.club_people_load')} of={list} />;
  return (
    <>
      <GuardianClaims clubId={clubId} />
      <TypedNames clubId={clubId} />
      <ErasureRequests
        clubId={clubId}
        onErase={({ club_person_id: id, name, hide_photos, refuses_outside }) =>
          setErased({ person: { id, name }, hidePhotos: hide_photos, refusesOutside: refuses_outside })
        }
      />
      {(Boolean(total) || isFiltered) && (
        <Group gap="sm" mb="md">
          {add}
          {slips}
          <ConsentTools clubId={clubId} clubName={club.name} refusedOutside={club.refused_outside} />
        </Group>
      )}
      {(Boolean(total) || isFiltered) && (
        <FilterBar result={total !== undefined && t('club_people.found', { count: total, n: number(total) })}>
          <SearchField label={t('club_people.search')} value={text} onChange={setText} />
          <Filter chosen={consent !== undefined}>
            <FilterSelect
              label={t('guardians.consent_filter')}
              all={t('guardians.consent_all')}
              data={consentFilters.map((value) => ({ value, label: t(`guardians.consent_${value}`) }))}
              value={consent}
              onChange={(value) => set({ consent: value })}
            />
          </Filter>
          {deletesLeft && (
            <Filter chosen={left}>
              <FilterSelect
                label={t('former_people.left')}
                all={t('former_people.all')}
                data={[{ value: 'yes', label: t('former_people.only_left') }]}
                value={left ? 'yes' : undefined}
                onChange={(value) => set({ left: value })}
              />
            </Filter>
          )}
        </FilterBar>
      )}
      {list.isPending && <Skeleton h={240} />}
      {list.data && list.data.people.length > 0 && (
        <ClubPeopleTable
          people={list.data.people}
          deletesLeft={deletesLeft}
          onFamily={({ id }) => setFamilyOf(id)}
          onEdit={setEditing}
          onLeave={setLeaving}
          onErase={(person) => setErased({ person, refusesOutside: person.consents.outside === 'no' })}
        />
      )}
      {total === 0 && (
        <EmptyState
          icon={IconUserHeart}
          title={t(isFiltered ? 'manage_club.nobody_found' : 'club_people.none')}
          text={t(isFiltered ? 'club_people.nobody_found_text' : 'club_people.none_text')}
          action={
            !isFiltered && (
              <Group gap="sm" justify="center">
                {add}
                <ButtonLink
                  to="/clubs/$clubId/import"
                  params={{ clubId }}
                  search={{ only: 'people' }}
                  variant="default"
                  leftSection={<IconFileSpreadsheet size={18} />}
                >
                  {t('member_import.title')}
                </ButtonLink>
              </Group>
            )
          }
        />
      )}
      <Pagination page={page} perPage={limit} total={total ?? 0} />
      <ClaimsSetting club={club} />
      <FamilyShareLinksSetting clubId={clubId} />
      <FormerPeopleRetentionSetting clubId={clubId} />
      <ErasureReceipts clubId={clubId} />
      <Suspense>
        {erased && <EraseDialog clubId={clubId} {...erased} onClose={() => setErased(undefined)} />}
        {editing && (
          <ClubPersonDialog
            key={editing === 'new' ? 'new' : editing.id}
            clubId={clubId}
            person={editing === 'new' ? editing : newestOf(list.data?.people, editing)}
            useMemberSearch={useMemberSearch}
            onClose={() => setEditing(undefined)}
          />
        )}
        {leaving && (
          <DepartureDialog
            key={leaving.id}
            clubId={clubId}
            person={newestOf(list.data?.people, leaving)}
            onClose={() => setLeaving(undefined)}
          />
        )}
        {shown && (
          <GuardiansDialog
            clubId={clubId}
            person={shown}
            useMemberSearch={useMemberSearch}
            renderInvite={renderInvite}
            onClose={() => setFamilyOf(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}
