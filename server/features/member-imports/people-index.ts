import { accountKey } from '#server/features/users/users.repository.ts';
import { nameKey } from './name-key.ts';

type Names = { first_name: string; last_name: string; email: string | null };
/** A name and an address, with the keys by which they are compared. */
export type Identity = Names & { nameKey: string; emailKey: string | null };
/** A person that a line can match: a member, an open invitation, or an earlier line of the same file. */
export type KnownPerson = {
  kind: 'member' | 'invitation' | 'line';
  /** The number of the earlier line. */
  line?: number;
  /** A member who came by invitation has two: the account's and the invitation's. */
  identities: readonly Identity[];
};

export const toIdentity = ({ first_name, last_name, email }: Names): Identity => ({
  first_name,
  last_name,
  email,
  nameKey: nameKey(first_name, last_name),
  emailKey: email === null ? null : accountKey(email),
});

/** People by name and by address. */
export class PeopleIndex {
  readonly #byName = new Map<string, Set<KnownPerson>>();
  readonly #byEmail = new Map<string, Set<KnownPerson>>();

  constructor(people: readonly KnownPerson[] = []) {
    for (const person of people) this.add(person);
  }

  add(person: KnownPerson): void {
    for (const identity of person.identities) {
      if (identity.nameKey !== '') put(this.#byName, identity.nameKey, person);
      if (identity.emailKey !== null) put(this.#byEmail, identity.emailKey, person);
    }
  }

  withNameOf({ nameKey }: Identity): KnownPerson[] {
    return [...(this.#byName.get(nameKey) ?? [])];
  }

  withEmailOf({ emailKey }: Identity): KnownPerson[] {
    return emailKey === null ? [] : [...(this.#byEmail.get(emailKey) ?? [])];
  }
}

function put(map: Map<string, Set<KnownPerson>>, key: string, person: KnownPerson): void {
  const there = map.get(key);
  if (there) there.add(person);
  else map.set(key, new Set([person]));
}
