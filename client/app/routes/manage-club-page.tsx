import { Button, Skeleton } from '@mantine/core';
import { useParams, useRouter } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DescriptionList } from '#client/components/ui/data/description-list.tsx';
import { ClubAvatar } from '#client/components/ui/elements/club-avatar.tsx';
import { AnchorLink, ButtonLink } from '#client/components/ui/elements/links.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { NotAvailable } from '#client/components/ui/feedback/not-available.tsx';
import { PageSkeleton } from '#client/components/ui/feedback/page-skeleton.tsx';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';
import { PageHeader } from '#client/components/ui/layout/page-header.tsx';
import { type PageTab, PageTabs } from '#client/components/ui/layout/page-tabs.tsx';
import { useUserSearch } from '#client/features/accounts/users/api/search-users.ts';
import { useWaiting } from '#client/features/administration/dashboard/api/stats.ts';
import { useClubAdmins } from '#client/features/clubs/clubs/api/club-admins.ts';
import { useOpenRequests } from '#client/features/clubs/clubs/api/club-members.ts';
import { useAskedClub, useClubLinks, useClubRights } from '#client/features/clubs/clubs/api/club-rights.ts';
import { useClub } from '#client/features/clubs/clubs/api/get-club.ts';
import { useMemberSearch } from '#client/features/clubs/clubs/api/search-members.ts';
import { ClubAdminsPanel } from '#client/features/clubs/clubs/components/club-admins-panel.tsx';
import { ClubMembersPanel } from '#client/features/clubs/clubs/components/club-members-panel.tsx';
import { ClubRequestsPanel } from '#client/features/clubs/clubs/components/club-requests-panel.tsx';
import { ResignClubAdmin } from '#client/features/clubs/clubs/components/resign-club-admin.tsx';
import { ClubQuota } from '#client/features/clubs/storage-usage/components/club-quota.tsx';
import { countOfClub, useEvents } from '#client/features/galleries/events/api/list-events.ts';
import { useErasures } from '#client/features/people/club-people/api/erasures.ts';
import { useGuardianClaims, useReadEnding } from '#client/features/people/club-people/api/guardians.ts';
import { EndingGuardianships } from '#client/features/people/club-people/components/ending-guardianships.tsx';
import { useOpenInvitationCount } from '#client/features/people/invitations/api/invitations.ts';
import { useClubTakedowns } from '#client/features/sharing/takedowns/api/takedowns.ts';
import { useCan } from '#client/hooks/use-can.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconFileSpreadsheet } from '#client/icons/file-spreadsheet.ts';
import { IconPencil } from '#client/icons/pencil.ts';
import { IconPlus } from '#client/icons/plus.ts';
import { isCode } from '#client/lib/error-message.ts';
import { administersClubs } from '#client/lib/has-required-role.ts';
import { reloadUser, useUser } from '#client/lib/session.ts';
import type { Club } from '#server/contract/schemas/clubs.ts';
import type { WaitingInGallery } from '#server/contract/schemas/stats.ts';
import classes from './manage-club-page.module.css';

const ClubTakedownsPanel = lazyPart(() =>
  import('#client/features/sharing/takedowns/components/club-takedowns-panel.tsx').then((module) => ({
    default: module.ClubTakedownsPanel,
  })),
);
const ClubPeoplePanel = lazyPart(() =>
  import('#client/features/people/club-people/components/club-people-panel.tsx').then((m) => ({
    default: m.ClubPeoplePanel,
  })),
);
const ClubRightsPanel = lazyPart(
  () => import('#client/features/clubs/clubs/components/club-rights-panel.tsx'),
);
const AskedClubPanel = lazyPart(() => import('#client/features/clubs/clubs/components/asked-club-panel.tsx'));
const ClubFormDialog = lazyPart(() =>
  import('#client/features/clubs/clubs/components/club-form-dialog.tsx').then((m) => ({
    default: m.ClubFormDialog,
  })),
);

const InvitationsPanel = lazyPart(() =>
  import('#client/features/people/invitations/components/invitations-panel.tsx').then((m) => ({
    default: m.InvitationsPanel,
  })),
);
const SlipsForChildren = lazyPart(() =>
  import('#client/features/people/invitations/components/slips-for-children.tsx').then((m) => ({
    default: m.SlipsForChildren,
  })),
);
const InviteGuardian = lazyPart(() =>
  import('#client/features/people/invitations/components/invite-guardian.tsx').then((m) => ({
    default: m.InviteGuardian,
  })),
);

export function ManageClubPage() {
  const { t } = useTranslation();
  const { clubId } = useParams({ from: '/signed-in/clubs/$clubId/manage' });
  const user = useUser();
  const { data: club, error, refetch } = useClub(clubId);
  const back = administersClubs(user) ? '/my-clubs' : '/clubs';

  if (isCode(error, 'club_not_found'))
    return <NotAvailable kind="missing" text={t('errors.club_not_found')} back={back} />;
  if (isCode(error, 'club_forbidden') || club?.permissions.can_manage_members === false)
    return <NotAvailable kind="forbidden" text={t('errors.club_forbidden')} back={back} />;
  if (error && !club)
    return (
      <Page>
        <ErrorState title={t('failed.club_load')} error={error} onRetry={() => void refetch()} />
      </Page>
    );
  return club ? <ManageClub club={club} back={back} /> : <PageSkeleton />;
}

function ManageClub({ club, back }: { club: Club; back: string }) {
  const { t } = useTranslation();
  const { date, number } = useFormat();
  const router = useRouter();
  const user = useUser();
  const { can_edit, can_manage_admins, can_manage_people, can_read_takedowns } = club.permissions;
  const requests = useOpenRequests(club.id);
  const invitations = useOpenInvitationCount(club.id);
  const takedowns = useClubTakedowns(club.id, 1, can_read_takedowns);
  const claims = useGuardianClaims(club.id, can_manage_people);
  const erasures = useErasures(club.id, can_manage_people);
  const admins = useClubAdmins(club.id, can_manage_admins);
  const rights = useClubRights(club.id);
  const links = useClubLinks(club.id);
  const asked = useAskedClub(club.id);
  const mayCreateEvent = useCan('event.create');
  const hasNoEvent = useEvents(countOfClub(club.id), mayCreateEvent).data?.total === 0;
  const [editing, setEditing] = useState(false);
  const readEnding = useReadEnding(club.id);
  const refused = useWaiting(true).data?.galleries.filter(
    ({ refused, club_ids }) => refused > 0 && club_ids.includes(club.id),
  );

  const hiddenPhotos = takedowns.data?.takedowns.reduce(
    (sum, { decided, photo_count }) => sum + (decided === null ? photo_count : 0),
    0,
  );
  const waiting = [
    { what: 'requests', tab: 'requests', count: requests },
    { what: 'claims', tab: 'people', count: claims.data?.total },
    { what: 'erasures', tab: 'people', count: erasures.data?.requests.length },
    { what: 'takedowns', tab: 'takedowns', count: hiddenPhotos },
    { what: 'asked', tab: 'asked', count: asked.data?.asked.length },
  ] as const;

  const leaveIfRemoved = async (removed: string[]) => {
    if (!removed.includes(user.id)) return;
    await reloadUser();
    void router.navigate({ to: '/' });
  };

  const readEnd = async (ids: string[]) => {
    const ending = await readEnding(ids);
    return ending.total > 0 && <EndingGuardianships {...ending} members={ids.length} />;
  };

  const tabs: [PageTab, ...PageTab[]] = [
    {
      value: 'members',
      label: t('manage_club.tabs.members'),
      count: club.member_count,
      panel: (
        <ClubMembersPanel clubId={club.id} readEnd={readEnd} onRemoved={(ids) => void leaveIfRemoved(ids)} />
      ),
    },
    {
      value: 'requests',
      label: t('manage_club.tabs.requests'),
      count: requests,
      panel: <ClubRequestsPanel clubId={club.id} />,
    },
    {
      value: 'invitations',
      label: t('manage_club.tabs.invitations'),
      // Open ones: a 0 would stand above a list of others.
      count: invitations || undefined,
      panel: (
        <Suspense fallback={<Skeleton h={240} />}>
          <InvitationsPanel club={club}>
            <ButtonLink
              to="/clubs/$clubId/import"
              params={{ clubId: club.id }}
              variant="default"
              leftSection={<IconFileSpreadsheet size={18} />}
            >
              {t('member_import.title')}
            </ButtonLink>
          </InvitationsPanel>
        </Suspense>
      ),
    },
  ];
  const useMembersOfClub = (query: string) => useMemberSearch(club.id, query);
  if (can_manage_people)
    tabs.push({
      value: 'people',
      label: t('manage_club.tabs.people'),
      count: (claims.data?.total ?? 0) + (erasures.data?.requests.length ?? 0) || undefined,
      panel: (
        <Suspense>
          <ClubPeoplePanel
            club={club}
            useMemberSearch={useMembersOfClub}
            slips={
              <Suspense>
                <SlipsForChildren club={club} />
              </Suspense>
            }
            renderInvite={(child, onClose) => (
              <Suspense>
                <InviteGuardian club={club} child={child} onClose={onClose} />
              </Suspense>
            )}
          />
        </Suspense>
      ),
    });
  if (takedowns.data && takedowns.data.total > 0)
    tabs.push({
      value: 'takedowns',
      label: t('manage_club.tabs.takedowns'),
      count: hiddenPhotos,
      panel: (
        <Suspense>
          <ClubTakedownsPanel clubId={club.id} />
        </Suspense>
      ),
    });
  if (asked.data && asked.data.asked.length > 0)
    tabs.push({
      value: 'asked',
      label: t('manage_club.tabs.asked'),
      count: asked.data.asked.length,
      panel: (
        <Suspense>
          <AskedClubPanel clubId={club.id} />
        </Suspense>
      ),
    });
  if ((rights.data?.total ?? 0) + (links.data?.links.length ?? 0) > 0)
    tabs.push({
      value: 'rights',
      label: t(rights.data?.total ? 'manage_club.tabs.rights' : 'manage_club.tabs.links'),
      panel: (
        <Suspense>
          <ClubRightsPanel clubId={club.id} />
        </Suspense>
      ),
    });
  if (can_manage_admins)
    tabs.push({
      value: 'admins',
      label: t('manage_club.tabs.admins'),
      // None is no gap: administrators of the server run the club.
      count: admins.data?.total || undefined,
      panel: (
        <ClubAdminsPanel
          club={club}
          useUserSearch={useUserSearch}
          onRemoved={(id) => void leaveIfRemoved([id])}
        />
      ),
    });

  return (
    <Page>
      <PageHeader
        title={club.name}
        back={back}
        mark={<ClubAvatar name={club.name} size={72} />}
        facts={<span>{club.description || t('clubs.no_description')}</span>}
        actions={
          <>
            {hasNoEvent && (
              <ButtonLink
                to="/events"
                search={{ new: '1', club: club.id }}
                leftSection={<IconPlus size={18} />}
              >
                {t('manage_club.first_event')}
              </ButtonLink>
            )}
            {club.admin_since && !can_manage_admins && (
              <ResignClubAdmin club={club} userId={user.id} onDone={() => void leaveIfRemoved([user.id])} />
            )}
            {can_edit && (
              <Button
                variant="default"
                leftSection={<IconPencil size={18} />}
                onClick={() => setEditing(true)}
              >
                {t('manage_club.edit')}
              </Button>
            )}
          </>
        }
      />
      <div className={classes.facts}>
        <DescriptionList
          items={[
            [t('clubs.sport_type'), club.sport_type],
            [t('clubs.member_count'), number(club.member_count)],
            [t('clubs.created_at'), date(club.created_at)],
            [t('clubs.created_by'), club.created_by_username ?? t('common.unknown')],
          ]}
        />
        <ClubQuota clubId={club.id} />
      </div>
      <ToDo clubId={club.id} refused={refused ?? []} waiting={waiting} />
      <PageTabs label={t('manage_club.tabs.label')} tabs={tabs} />
      <Suspense>{editing && <ClubFormDialog club={club} onClose={() => setEditing(false)} />}</Suspense>
    </Page>
  );
}

interface ToDoProps {
  clubId: string;
  /** Galleries that people outside see. */
  refused: readonly WaitingInGallery[];
  waiting: readonly {
    what: 'requests' | 'claims' | 'erasures' | 'takedowns' | 'asked';
    tab: string;
    count: number | undefined;
  }[];
}

/** What waits for an answer, with where it is given; nothing where nothing waits. */
function ToDo({ clubId, refused, waiting }: ToDoProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const open = waiting.filter(({ count }) => count);
  if (open.length + refused.length === 0) return null;
  return (
    <section className={classes.toDo} aria-label={t('manage_club.to_do')}>
      <h2 className={classes.toDoTitle}>{t('manage_club.to_do')}</h2>
      <ul className={classes.toDoList}>
        {refused.map(({ id, name, refused: count }) => (
          <li key={id}>
            <AnchorLink to="/gallery/$galleryId" params={{ galleryId: id }} search={{ check: '1' }}>
              {`${name}: ${t('sharing_check.refused_wait', { count, n: number(count) })}`}
            </AnchorLink>
          </li>
        ))}
        {open.map(({ what, tab, count = 0 }) => (
          <li key={what}>
            <AnchorLink to="/clubs/$clubId/manage" params={{ clubId }} search={{ tab }}>
              {t(`manage_club.${what}_wait`, { count, n: number(count) })}
            </AnchorLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
