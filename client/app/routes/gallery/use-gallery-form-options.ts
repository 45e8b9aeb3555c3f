import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useClubs } from '#client/features/clubs/api/list-clubs.ts';
import { clubChoices } from '#client/features/clubs/club-labels.ts';
import { allEvents, useEvents } from '#client/features/events/api/list-events.ts';
import type { Choice } from '#client/features/galleries/components/gallery-form.tsx';
import { usePhotographers } from '#client/features/users/api/photographers.ts';
import { isGlobalAdmin } from '#client/lib/has-required-role.ts';
import { useUser } from '#client/lib/session.ts';
import { useFormat } from '#client/lib/use-format.ts';

/** The options of the gallery form: events by date, photographers, clubs, and the clubs of the chosen event. */
export function useGalleryFormOptions(current?: Choice) {
  const user = useUser();
  const { date } = useFormat();
  const { t } = useTranslation();
  const admin = isGlobalAdmin(user);
  const events = useEvents(allEvents);
  const clubs = useClubs();
  const allPhotographers = usePhotographers(admin);
  return useMemo(() => {
    // Photographers may not list users: they can choose themselves or keep the current photographer.
    const name = user.full_name || user.username;
    const own = user.roles.includes('photographer')
      ? { value: user.id, label: name }
      : { value: user.id, label: t('galleries.own_photographer', { name }) };
    const known = admin ? (allPhotographers.data ?? []) : [];
    // An administrator without the photographer role gets it with the gallery, see useOwnPhotographerRole().
    const photographers = [...known, current, admin || user.roles.includes('photographer') ? own : undefined]
      .filter((choice) => choice !== undefined)
      .filter((choice, at, all) => all.findIndex(({ value }) => value === choice.value) === at);
    const list = events.data?.events ?? [];
    return {
      loading: events.isPending || clubs.isPending || (admin && allPhotographers.isPending),
      events: list.map((event) => ({ value: event.id, label: `${event.name} · ${date(event.event_date)}` })),
      photographers,
      clubs: clubChoices(clubs.data?.clubs ?? [], date),
      inheritedOf: (eventId: string) => list.find((event) => event.id === eventId)?.club_ids ?? [],
    };
  }, [user, admin, current, events, clubs, allPhotographers, date, t]);
}
