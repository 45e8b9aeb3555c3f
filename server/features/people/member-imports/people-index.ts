import { accountKey } from '#server/features/accounts/users/users.repository.ts';
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

/** People with one key, in the order in which they were added. Each is taken at most once, and for good. */
class Candidates {
  readonly #people: KnownPerson[] = [];
  #free = 0;

  add(person: KnownPerson): void {
    this.#people.push(person);
  }

  get first(): KnownPerson | undefined {
    return this.#people[0];
  }

  /** In constant time on average, also where thousands have the same key: nobody is looked at again once taken. */
  firstFree(taken: ReadonlySet<KnownPerson>): KnownPerson | undefined {
    while (this.#free < this.#people.length && taken.has(this.#people[this.#free]!)) this.#free += 1;
    return this.#people[this.#free];
  }
}

/** People by name, by name and address, and by address. A line finds each kind without looking at all who have its name. */
export class PeopleIndex {
  readonly #candidates = new Map<string, Candidates>();
  readonly #order = new Map<KnownPerson, number>();
  readonly #taken = new Set<KnownPerson>();

  constructor(people: readonly KnownPerson[] = []) {
    for (const person of people) this.add(person);
  }

  add(person: KnownPerson): void {
    this.#order.set(person, this.#order.size);
    for (const { nameKey, emailKey } of person.identities) {
      if (nameKey !== '') {
        this.#put(keys.name(nameKey), person);
        this.#put(keys.nameAndEmail(nameKey, emailKey), person);
      }
      if (emailKey !== null) {
        this.#put(keys.email(emailKey), person);
        if (person.kind === 'member') this.#put(keys.memberEmail(emailKey), person);
      }
    }
  }

  /** Marks a person as matched with a line: each is matched once. */
  take(person: KnownPerson): void {
    this.#taken.add(person);
  }

  withNameOf({ nameKey }: Identity): KnownPerson | undefined {
    return this.#find(keys.name(nameKey))?.first;
  }

  /** With this name and this address, or with this name and no address either. */
  withNameAndEmailOf({ nameKey, emailKey }: Identity): KnownPerson | undefined {
    return this.#find(keys.nameAndEmail(nameKey, emailKey))?.first;
  }

  withEmailOf({ emailKey }: Identity): KnownPerson | undefined {
    return emailKey === null ? undefined : this.#find(keys.email(emailKey))?.first;
  }

  memberWithEmailOf({ emailKey }: Identity): KnownPerson | undefined {
    return emailKey === null ? undefined : this.#find(keys.memberEmail(emailKey))?.first;
  }

  /** The same for people who are not taken. */
  freeWithNameAndEmailOf({ nameKey, emailKey }: Identity): KnownPerson | undefined {
    return this.#free(keys.nameAndEmail(nameKey, emailKey));
  }

  freeWithEmailOf({ emailKey }: Identity): KnownPerson | undefined {
    return emailKey === null ? undefined : this.#free(keys.email(emailKey));
  }

  /** With this name, and an address that is the same or not known of one of the two. */
  freeWithNameAndPerhapsEmailOf({ nameKey, emailKey }: Identity): KnownPerson | undefined {
    if (emailKey === null) return this.#free(keys.name(nameKey));
    const same = this.#free(keys.nameAndEmail(nameKey, emailKey));
    const unknown = this.#free(keys.nameAndEmail(nameKey, null));
    if (!same || !unknown) return same ?? unknown;
    return this.#order.get(same)! < this.#order.get(unknown)! ? same : unknown;
  }

  #find(key: string): Candidates | undefined {
    return this.#candidates.get(key);
  }

  #free(key: string): KnownPerson | undefined {
    return this.#find(key)?.firstFree(this.#taken);
  }

  #put(key: string, person: KnownPerson): void {
    const there = this.#find(key) ?? new Candidates();
    this.#candidates.set(key, there);
    there.add(person);
  }
}

// Keys of names hold letters, digits and single spaces only.
const keys = {
  name: (nameKey: string) => `name:${nameKey}`,
  nameAndEmail: (nameKey: string, emailKey: string | null) =>
    emailKey === null ? `name without email:${nameKey}` : `name and email:${nameKey}:${emailKey}`,
  email: (emailKey: string) => `email:${emailKey}`,
  memberEmail: (emailKey: string) => `email of a member:${emailKey}`,
};
