import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { type RouterOutputs, trpc } from '#client/lib/trpc.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import { useClubPeopleOfGallery } from './list-people.ts';

const typingMs = 200;
const offeredMost = 5;

export type KnownPerson = RouterOutputs['galleryPeople']['clubPeople']['people'][number];

/**
 * People on the lists of the gallery's clubs who may be meant by what is typed.
 * @param taken ids of those who are others for certain
 */
export function useKnownNames(
  galleryId: string,
  person: Person,
  typed: string,
  taken: readonly string[] = [],
) {
  const utils = trpc.useUtils();
  // A name that was typed before somebody was put on the list: whom it means is offered at once.
  const [searched, search] = useState(person.name_is_held ? person.name : '');
  const { data } = useClubPeopleOfGallery(galleryId, searched, searched !== '');
  const isOffered = ({ id }: KnownPerson) =>
    !taken.includes(id) && !person.club_people.some((linked) => linked.id === id);
  const offeredOf = (people: readonly KnownPerson[] = []) => people.filter(isOffered).slice(0, offeredMost);
  return {
    /** None while they are looked for. */
    people: searched !== '' && searched === typed.trim() ? offeredOf(data?.people) : [],
    search,
    searchSoon: useDebouncedCallback(search, typingMs),
    /** The same, and the one who has exactly this name. */
    find: async (name: string) => {
      if (!name) return { only: undefined, people: [] };
      // Without an answer it is a name like any other.
      const answer = await utils.galleryPeople.clubPeople
        .fetch({ id: galleryId, search: name })
        .catch(() => null);
      const same = answer?.people.filter((one) => one.name === name) ?? [];
      return {
        only: same.length === 1 ? same.find(isOffered) : undefined,
        people: offeredOf(answer?.people),
      };
    },
  };
}
