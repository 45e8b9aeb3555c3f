import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useClubs } from '#client/features/clubs/clubs/api/list-clubs.ts';
import { clubChoices } from '#client/features/clubs/clubs/club-labels.ts';
import { allEvents, useEvents } from '#client/features/galleries/events/api/list-events.ts';
import { usePhotographerChoices } from '#client/features/galleries/galleries/api/photographer-choices.ts';
import type { Choice } from '#client/features/galleries/galleries/components/gallery-form.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { useToday } from '#client/hooks/use-today.ts';
import { isGlobalAdmin } from '#client/lib/has-required-role.ts';
import { useUser } from '#client/lib/session.ts';
import { isPhotographerFor } from '#server/contract/permissions.ts';
import type { PhotographerChoice } from '#server/contract/schemas/galleries.ts';

const toChoice = ({ id, name }: PhotographerChoice): Choice => ({ value: id, label: name });

/** The rule of the permission table for photographers. */
const mayPhotographIn = ({ id, club_ids }: PhotographerChoice, clubIds: readonly string[]): boolean => {
  const grants = (club_ids ?? [null]).map((club_id) => ({ role_name: 'photographer' as const, club_id }));
  return isPhotographerFor({ id, grants }, clubIds);
};

/** Milliseconds between two calendar dates. */
const distance = (a: string, b: string): number => Math.abs(Date.parse(a) - Date.parse(b));

/** The options of the gallery form: events, nearest to today first, photographers, clubs, and the clubs of the chosen event. */
export function useGalleryFormOptions(current?: Choice) {
  const user = useUser();
  const { date } = useFormat();
  const { t } = useTranslation();
  const admin = isGlobalAdmin(user);
  const events = useEvents(allEvents);
  const clubs = useClubs();
  const today = useToday();
  const colleagues = usePhotographerChoices();
  return useMemo(() => {
    const name = user.full_name || user.username;
    // An administrator without the photographer role gets it with the gallery, see useOwnPhotographerRole().
    const own =
      admin && !user.roles.includes('photographer')
        ? { value: user.id, label: t('gallery_form.own_photographer', { name }) }
        : undefined;
    /** Whom the server accepts in a gallery of these clubs; the current photographer may stay. */
    const photographersOf = (clubIds: readonly string[]): Choice[] =>
      [
        ...(colleagues.data ?? []).filter((each) => mayPhotographIn(each, clubIds)).map(toChoice),
        current,
        own,
      ]
        .filter((choice) => choice !== undefined)
        .filter((choice, at, all) => all.findIndex(({ value }) => value === choice.value) === at);
    const list = [...(events.data?.events ?? [])].sort(
      (a, b) => distance(today, a.event_date) - distance(today, b.event_date),
    );
    return {
      loading: events.isPending || clubs.isPending || colleagues.isLoading,
      events: list.map((event) => ({ value: event.id, label: `${event.name} · ${date(event.event_date)}` })),
      photographersOf,
      clubs: clubChoices(clubs.data?.clubs ?? [], date),
      nameOfEvent: (eventId: string) => list.find((event) => event.id === eventId)?.name,
      inheritedOf: (eventId: string) => list.find((event) => event.id === eventId)?.club_ids ?? [],
    };
  }, [today, user, admin, current, events, clubs, colleagues, date, t]);
}
