import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ClubAvatar } from '#client/components/ui/elements/club-avatar.tsx';
import { AnchorLink, ButtonLink } from '#client/components/ui/elements/links.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { PageSkeleton } from '#client/components/ui/feedback/page-skeleton.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';
import { PageHeader } from '#client/components/ui/layout/page-header.tsx';
import { useClub } from '#client/features/clubs/clubs/api/get-club.ts';
import { LeaveClubMenu } from '#client/features/clubs/clubs/components/leave-club-menu.tsx';
import { MembershipButton } from '#client/features/clubs/clubs/components/membership-button.tsx';
import { useMyFamily } from '#client/features/faces/my-photos/api/my-family.ts';
import { useEvents } from '#client/features/galleries/events/api/list-events.ts';
import { EventRow } from '#client/features/galleries/events/components/event-row.tsx';
import { useGalleries } from '#client/features/galleries/galleries/api/list-galleries.ts';
import { GalleryCard } from '#client/features/galleries/galleries/components/gallery-card.tsx';
import { useReadEndInClub } from '#client/features/people/family/components/use-end-of-guardianships.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { usePublicSettings } from '#client/hooks/use-public-settings.ts';
import { useToday } from '#client/hooks/use-today.ts';
import { isCode } from '#client/lib/error-message.ts';
import type { Club } from '#server/contract/schemas/clubs.ts';
import classes from './club-page.module.css';

/** /clubs/:id, for members and administrators of the club; others read what it is, and can ask to join. */
export function ClubPage() {
  const { t } = useTranslation();
  const { clubId } = useParams({ from: '/signed-in/clubs/$clubId' });
  const { data: club, error, refetch } = useClub(clubId);
  if (error && (!club || isCode(error, 'club_not_found')))
    return (
      <Page>
        <ErrorState title={t('failed.club_load')} error={error} onRetry={() => void refetch()} />
      </Page>
    );
  return club ? <ShownClub club={club} /> : <PageSkeleton />;
}

function ShownClub({ club }: { club: Club }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const readEnd = useReadEndInClub();
  const isMember = club.user_membership_status === 'approved';
  const manages = club.permissions.can_manage_members;
  return (
    <Page>
      <PageHeader
        title={club.name}
        back="/clubs"
        mark={<ClubAvatar name={club.name} size={72} />}
        facts={
          <>
            <span>{club.sport_type}</span>
            <span>{t('clubs.members', { count: club.member_count, n: number(club.member_count) })}</span>
          </>
        }
        actions={
          <>
            {manages && (
              <ButtonLink variant="default" to="/clubs/$clubId/manage" params={{ clubId: club.id }}>
                {t('clubs.manage')}
              </ButtonLink>
            )}
            {isMember ? (
              <LeaveClubMenu club={club} readEnd={readEnd} />
            ) : (
              <MembershipButton club={club} readEnd={readEnd} />
            )}
          </>
        }
      />
      {club.description && <p className={classes.description}>{club.description}</p>}
      {(isMember || manages) && (
        <div className={classes.layout}>
          <NextEvents clubId={club.id} />
          <LatestGalleries clubId={club.id} />
          {isMember && <MyPeople clubId={club.id} />}
          {club.contact && (
            <section>
              <h2 className={classes.title}>{t('clubs.contact')}</h2>
              <p className={classes.text}>{club.contact}</p>
            </section>
          )}
        </div>
      )}
    </Page>
  );
}

function NextEvents({ clubId }: { clubId: string }) {
  const { t } = useTranslation();
  const from_date = useToday();
  const { data, error } = useEvents({ club_id: clubId, from_date, limit: 3 }, !usePublicSettings().pending);
  return (
    <section>
      <div className={classes.heading}>
        <h2 className={classes.title}>{t('clubs.next_events')}</h2>
        <AnchorLink to="/events" search={{ club: clubId }}>
          {t('common.show_all')}
        </AnchorLink>
      </div>
      {error && !data && <p className={classes.text}>{t('common.load_failed')}</p>}
      {data?.events.length === 0 && <p className={classes.text}>{t('clubs.no_next_event')}</p>}
      <ul className={classes.list}>
        {data?.events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ul>
    </section>
  );
}

function LatestGalleries({ clubId }: { clubId: string }) {
  const { t } = useTranslation();
  const { data, error } = useGalleries({ club_id: clubId, limit: 4 });
  return (
    <section>
      <div className={classes.heading}>
        <h2 className={classes.title}>{t('clubs.latest_galleries')}</h2>
        <AnchorLink to="/gallery" search={{ club: clubId }}>
          {t('common.show_all')}
        </AnchorLink>
      </div>
      {error && !data && <p className={classes.text}>{t('common.load_failed')}</p>}
      {data?.galleries.length === 0 && <p className={classes.text}>{t('galleries.none')}</p>}
      <ul className={classes.covers}>
        {data?.galleries.map((gallery) => (
          <GalleryCard key={gallery.id} gallery={gallery} />
        ))}
      </ul>
    </section>
  );
}

/** The viewer and the viewer's children, as the club knows them; nothing where it knows none. */
function MyPeople({ clubId }: { clubId: string }) {
  const { t } = useTranslation();
  const people = useMyFamily().data?.members.filter(({ club_id }) => club_id === clubId) ?? [];
  if (people.length === 0) return null;
  return (
    <section>
      <h2 className={classes.title}>{t('clubs.my_people')}</h2>
      <ul className={classes.people}>
        {people.map(({ id, name }) => (
          <li key={id}>
            <ButtonLink variant="default" to="/my-photos" search={{ tab: id }}>
              {name}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
