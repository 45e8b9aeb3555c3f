import { useDebouncedValue } from '@mantine/hooks';
import { useId } from 'react';
import { trpc } from '#client/lib/trpc.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import { useClubPeopleOfGallery } from './list-people.ts';

const typingMs = 200;

/** Names on the list of people of the gallery's clubs that fit what is typed, for a `datalist`. */
export function useKnownNames(galleryId: string, person: Person, typed: string | undefined) {
  const listId = useId();
  const utils = trpc.useUtils();
  const [search] = useDebouncedValue((typed ?? '').trim(), typingMs);
  const { data } = useClubPeopleOfGallery(galleryId, search, typed !== undefined && search !== '');
  const isLinked = (id: string) => person.club_people.some((linked) => linked.id === id);
  return {
    listId,
    names: [...new Set(data?.people.filter(({ id }) => !isLinked(id)).map(({ name }) => name))],
    /** Those on the lists whom the name may mean and whom the person is not linked to; whether one has exactly this name. */
    find: async (name: string) => {
      if (!name) return { only: undefined, fitting: [] };
      // Without an answer it is a name like any other.
      const answer = await utils.galleryPeople.clubPeople
        .fetch({ id: galleryId, search: name })
        .catch(() => null);
      const fitting = answer?.people.filter(({ id, fits }) => fits && !isLinked(id)) ?? [];
      const same = answer?.people.filter((one) => one.name === name) ?? [];
      const [only] = same;
      return { only: same.length === 1 && only && !isLinked(only.id) ? only : undefined, fitting };
    },
  };
}
