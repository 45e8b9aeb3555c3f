import { usePhotographers } from '#client/features/accounts/users/api/photographers.ts';
import { useClubs } from '#client/features/clubs/clubs/api/list-clubs.ts';
import { allEvents, useEvents } from '#client/features/galleries/events/api/list-events.ts';
import { useKnownPhotographers } from '#client/features/galleries/galleries/api/known-photographers.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { byName } from '#client/lib/by-name.ts';
import { isGlobalAdmin } from '#client/lib/has-required-role.ts';
import { useUser } from '#client/lib/session.ts';

/** The options of the gallery filters. Events without a gallery are left out. */
export function useGalleryFilterOptions() {
  const { date } = useFormat();
  const admin = isGlobalAdmin(useUser());
  const events = useEvents(allEvents).data?.events ?? [];
  const clubs = useClubs().data?.clubs ?? [];
  const { data: all = [] } = usePhotographers(admin);
  const known = useKnownPhotographers(!admin);
  const photographers = admin ? all : known;
  return {
    events: events
      .filter(({ gallery_count }) => gallery_count > 0)
      .map((event) => ({ value: event.id, label: `${event.name} · ${date(event.event_date)}` })),
    clubs: clubs.map(({ id, name }) => ({ value: id, label: name })),
    photographers: [...photographers].sort((a, b) => byName(a.label, b.label)),
  };
}
