import type { NewNotification } from '#server/features/accounts/notifications/notify.ts';

/**
 * What guardians, and those who decide for the club, are told about one child. The ids are there for the erasure of the
 * child, which deletes notifications by them (features/administration/erasure/erase-texts.ts): the transaction that stores a notice with
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

/** The page with the photos of somebody of the family. */
const photosOf = (clubPersonId: string) => `/my-photos?tab=${clubPersonId}`;

/** The club confirmed that somebody is a guardian. */
export const guardianshipConfirmed = (club: Club, child: { id: string; name: string }): NewNotification => ({
  kind: 'guardianship_decided',
  params: { context: 'child', ...facts(club, child) },
  href: photosOf(child.id),
});

/** The club refused that somebody is a guardian, or ended it; `not_them`: as if they had never been one. */
export const guardianshipDecided = (
  context: 'rejected_child' | 'ended' | 'not_them',
  club: Club,
  child: Child,
): NewNotification => ({
  kind: 'guardianship_decided',
  params: { context, ...facts(club, child) },
  href: '/family',
});

/** The club confirmed which of its people somebody is. */
export const ownPersonConfirmed = (club: Club, clubPersonId: string): NewNotification => ({
  kind: 'guardianship_decided',
  params: { club: club.name },
  href: photosOf(clubPersonId),
});

/** Somebody became a guardian by an invitation: the club can take that back. */
export const guardianJoined = (club: Club, child: Child, user: string): NewNotification => ({
  kind: 'guardian_joined',
  params: { ...facts(club, child), user },
  href: peopleOfClub(club.id),
});

/** The club refused which of its people somebody says to be. */
export const ownPersonRejected = (club: Club): NewNotification => ({
  kind: 'guardianship_decided',
  params: { context: 'rejected', club: club.name },
  href: '/family',
});

/** A member that the club had asked answers that they are no guardian. */
export const guardianshipDeclined = (club: Club, child: Child, user: string): NewNotification => ({
  kind: 'guardianship_declined',
  params: { ...facts(club, child), user },
  href: peopleOfClub(club.id),
});
