import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useOwnPhotographerRole } from '#client/features/accounts/users/api/own-photographer-role.ts';
import { useCreateEvent } from '#client/features/galleries/events/api/save-event.ts';
import { eventNameFrom, eventOfDay, isNamedAlike } from '#client/features/galleries/events/propose-event.ts';
import { galleriesQuery } from '#client/features/galleries/galleries/api/list-galleries.ts';
import { useCreateGallery } from '#client/features/galleries/galleries/api/save-gallery.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { useUser } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { addFiles, startUploads } from '#client/lib/upload/queue.ts';
import type { LeftOut, PickedFile } from '#client/lib/upload/read-picked-files.ts';
import { defaultVisibility } from '#server/contract/gallery-visibility.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import { mayShowTo } from '#server/contract/permissions.ts';
import type { Club } from '#server/contract/schemas/clubs.ts';
import type { Event } from '#server/contract/schemas/events.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import { quickSlugFromName } from '#server/contract/slug.ts';

/** Photos that were chosen, with what they say of themselves. */
export interface Found {
  files: PickedFile[];
  leftOut: LeftOut[];
  /** That the folder's name says, else on which most were taken. */
  day: string;
  /** The photos say another day than their folder, or none. */
  dayIsOfFolder: boolean;
  /** The name of the folder they lie in, without its date. */
  folder: string;
}

export interface Proposal {
  /** The event of that day, if there is one. */
  event: Event | undefined;
  /** Those of that day, of which nothing tells the right one. */
  asked: readonly Event[];
  name: string;
  /** Of a new event: the only club of the photographer, else those of their latest event; empty where somebody has to choose. */
  clubIds: string[];
}

interface Started {
  found: Found;
  proposal: Proposal;
  /** A gallery that is there. */
  into: Pick<Gallery, 'id' | 'name'> | undefined;
}

interface Known {
  /** Those that take a gallery of the user. */
  events: readonly Event[];
  clubs: readonly Pick<Club, 'id'>[];
}

/** What is proposed for photos: the event, the name, the clubs. */
export function useProposal({ events, clubs }: Known) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const user = useUser();
  return ({ day, folder }: Found): Proposal => {
    const { event, asked = [] } = eventOfDay(events, day, folder);
    const own = clubsOf(user, clubs);
    const latest = events
      .filter(({ created_by }) => created_by === user.id)
      .toSorted((a, b) => b.created_at.localeCompare(a.created_at))[0];
    const fallback = t('add_photos.match_on', { day: date(day) });
    return {
      event,
      asked,
      name: eventNameFrom(folder, date(day)) ?? event?.name ?? fallback,
      clubIds: own.length === 1 ? own : (latest?.club_ids ?? []).filter((id) => own.includes(id)),
    };
  };
}

/** The clubs before whose members the user may put an event without asking them. */
export const clubsOf = (user: ReturnType<typeof useUser>, clubs: readonly Pick<Club, 'id'>[]): string[] =>
  clubs.map(({ id }) => id).filter((id) => mayShowTo({ id: user.id, grants: user.role_assignments }, id));

/**
 * The viewer's latest gallery of this event that is named as the proposed one: the photos may be corrected ones, and newer versions are
 * looked for within a gallery. Undefined while that is asked, null where there is none.
 */
export function useSameGallery(
  proposal: Proposal | undefined,
): Pick<Gallery, 'id' | 'name'> | null | undefined {
  const event_id = proposal?.event?.id;
  const filters = { event_id, mine: true, limit: listSizes.galleries };
  const galleries = useQuery({
    ...galleriesQuery(trpc.useUtils(), filters),
    enabled: event_id !== undefined,
  });
  if (!proposal || !event_id || galleries.isError) return null;
  if (!galleries.data) return undefined;
  return (
    galleries.data.galleries.find(
      ({ name, permissions }) => permissions.can_upload_photos && isNamedAlike(name, proposal.name),
    ) ?? null
  );
}

/** Makes the event, where there is none, and the gallery, and starts the upload. */
export function useStartMatch() {
  const user = useUser();
  const role = useOwnPhotographerRole();
  const createEvent = useCreateEvent();
  const createGallery = useCreateGallery();
  return useMutation({
    mutationFn: async ({ found, proposal, into }: Started) => {
      if (!user.roles.includes('photographer')) await role.set(true);
      const event =
        proposal.event ??
        (await createEvent.mutateAsync({
          name: proposal.name,
          slug: quickSlugFromName(`${proposal.name} ${found.day}`, Date.now()),
          description: '',
          event_date: found.day,
          club_ids: proposal.clubIds,
        }));
      const gallery =
        into ??
        (await createGallery.mutateAsync({
          name: proposal.name,
          event_id: event.id,
          photographer_id: user.id,
          visibility: defaultVisibility,
          club_ids: [],
        }));
      addFiles(gallery, found.files);
      startUploads();
      return {
        galleryId: gallery.id,
        eventId: event.id,
        isNewEvent: !proposal.event,
        dayIsOfFolder: found.dayIsOfFolder,
        leftOut: found.leftOut,
      };
    },
  });
}
