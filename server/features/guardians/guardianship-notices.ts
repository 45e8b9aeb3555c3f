import type { NewNotification } from '#server/features/notifications/notify.ts';

/**
 * What guardians, and those who decide for the club, are told about one child. The ids are there for the erasure of the
 * child, which deletes notifications by them (features/erasure/erase-texts.ts): the transaction that stores a notice with
 * a name holds a lock on the child's row, so that an erasure does not miss it.
 */
type Club = { id: string; name: string };
/** `id` is null where the club has not said who is meant: then the name is as the guardian typed it. */
type Child = { id: string | null; name: string };

const facts = (club: Club, child: Child) => ({
  club: club.name,
  club_id: club.id,
  child: child.name,
  ...(child.id === null ? {} : { club_person_id: child.id }),
});

/** The page on which a club decides about its people and their guardians. */
export const peopleOfClub = (clubId: string): string => `/clubs/${clubId}/manage?tab=people`;

/** The club confirmed or refused that somebody is a guardian, or ended it. */
export const guardianshipDecided = (
  context: 'child' | 'rejected_child' | 'ended',
  club: Club,
  child: Child,
): NewNotification => ({
  kind: 'guardianship_decided',
  params: { context, ...facts(club, child) },
  href: '/family',
});

/** The club confirmed or refused which of its people somebody is. */
export const ownPersonDecided = (isConfirmed: boolean, club: Club): NewNotification => ({
  kind: 'guardianship_decided',
  params: { ...(isConfirmed ? {} : { context: 'rejected' }), club: club.name },
  href: '/family',
});

/** A member that the club had asked answers that they are no guardian. */
export const guardianshipDeclined = (club: Club, child: Child, user: string): NewNotification => ({
  kind: 'guardianship_declined',
  params: { ...facts(club, child), user },
  href: peopleOfClub(club.id),
});
