import type { Club } from '#server/contract/schemas/clubs.ts';

type Named = Pick<Club, 'id' | 'name' | 'slug' | 'sport_type' | 'description' | 'created_at'>;

const longest = 40;
const shortened = (text: string) => (text.length > longest ? `${text.slice(0, longest).trimEnd()} …` : text);

/**
 * What tells a club from others of the same name: the first of sport, description, day of creation and slug that only it
 * has; null where no other has its name.
 */
export function distinctionOf(club: Named, clubs: readonly Named[], date: (iso: string) => string) {
  const others = clubs.filter(({ id, name }) => id !== club.id && name === club.name);
  if (others.length === 0) return null;
  const facts = [
    ({ sport_type }: Named) => sport_type,
    ({ description }: Named) => shortened(description.split('\n')[0] ?? ''),
    ({ created_at }: Named) => date(created_at),
  ];
  const telling = facts.find((of) => of(club) !== '' && others.every((other) => of(other) !== of(club)));
  return telling ? telling(club) : club.slug;
}

/** Clubs to choose from; those of the same name with what tells them apart. */
export const clubChoices = (clubs: readonly Named[], date: (iso: string) => string) =>
  clubs.map((club) => {
    const distinction = distinctionOf(club, clubs, date);
    return { value: club.id, label: distinction ? `${club.name} (${distinction})` : club.name };
  });
