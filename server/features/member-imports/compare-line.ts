import type { LineReason, LineState, PlannedLine } from '#server/contract/schemas/member-imports.ts';
import type { Identity, KnownPerson, PeopleIndex } from './people-index.ts';

export type Verdict = { state: LineState; reason: LineReason | null; match: PlannedLine['match'] };
/** The people a line is compared with. */
export type Compared = {
  /** The club's members and open invitations. */
  known: PeopleIndex;
  /** Those of them that an earlier line of this file was matched with: each is matched once. */
  taken: Set<KnownPerson>;
  /** The lines above, as far as they have no fault. */
  above: PeopleIndex;
};

/** The person with this name and this address, or with this name and no address either. */
export function findExact(line: Identity, { known, taken }: Compared): KnownPerson | undefined {
  return known.withNameOf(line).find((person) => !taken.has(person) && hasEmail(person, line));
}

/** The verdict on a line without an exact match. Marks the known person that it matches as taken. */
export function compareLine(line: Identity, compared: Compared): Verdict {
  const { known, taken, above } = compared;
  const sameName = known.withNameOf(line);
  const here =
    sameName.find((person) => !taken.has(person) && mayHaveEmail(person, line)) ??
    known.withEmailOf(line).find(({ kind }) => kind === 'member');
  const repeated = above.withNameOf(line).find((person) => line.emailKey !== null && hasEmail(person, line));
  if (repeated) return verdict('present', 'repeats_line', repeated, line);
  if (here) {
    taken.add(here);
    return isPresent(here, line);
  }
  const duplicate = above.withNameOf(line)[0] ?? sameName[0];
  if (duplicate)
    return verdict(
      'possible_duplicate',
      isUnknownEmail(duplicate, line) ? 'same_name' : 'other_email',
      duplicate,
      line,
    );
  const invited = known.withEmailOf(line).find((person) => !taken.has(person));
  if (invited) return verdict('possible_duplicate', 'other_name', invited, line);
  const sibling = above.withEmailOf(line)[0];
  return sibling
    ? verdict('new', 'shares_email', sibling, line)
    : { state: 'new', reason: null, match: null };
}

export const isPresent = (person: KnownPerson, line: Identity): Verdict =>
  verdict('present', person.kind === 'member' ? 'is_member' : 'is_invited', person, line);

const emailKeys = ({ identities }: KnownPerson, { nameKey }: Identity): (string | null)[] =>
  identities.filter((each) => each.nameKey === nameKey).map(({ emailKey }) => emailKey);
const hasEmail = (person: KnownPerson, line: Identity): boolean =>
  emailKeys(person, line).includes(line.emailKey);
const isUnknownEmail = (person: KnownPerson, line: Identity): boolean =>
  line.emailKey === null || emailKeys(person, line).includes(null);
const mayHaveEmail = (person: KnownPerson, line: Identity): boolean =>
  hasEmail(person, line) || isUnknownEmail(person, line);

function verdict(state: LineState, reason: LineReason, person: KnownPerson, line: Identity): Verdict {
  const shown = person.identities.find(({ nameKey }) => nameKey === line.nameKey) ?? person.identities[0]!;
  return {
    state,
    reason,
    match: {
      kind: person.kind,
      name: `${shown.first_name} ${shown.last_name}`.trim(),
      email: shown.email,
      line: person.line ?? null,
    },
  };
}
