import type { LineReason, LineState, PlannedLine } from '#server/contract/schemas/member-imports.ts';
import type { Identity, KnownPerson, PeopleIndex } from './people-index.ts';

export type Verdict = { state: LineState; reason: LineReason | null; match: PlannedLine['match'] };
/** The people a line is compared with. */
export type Compared = {
  /** The club's members and open invitations. */
  known: PeopleIndex;
  /** The lines above, as far as they have no fault. */
  above: PeopleIndex;
};

/** The verdict on a line without an exact match. Marks the known person that it matches as taken. */
export function compareLine(line: Identity, compared: Compared): Verdict {
  const { known, above } = compared;
  const here = known.freeWithNameAndPerhapsEmailOf(line) ?? known.memberWithEmailOf(line);
  const repeated = line.emailKey === null ? undefined : above.withNameAndEmailOf(line);
  if (repeated) return verdict('present', 'repeats_line', repeated, line);
  if (here) {
    known.take(here);
    return isPresent(here, line);
  }
  const duplicate = above.withNameOf(line) ?? known.withNameOf(line);
  if (duplicate)
    return verdict(
      'possible_duplicate',
      isUnknownEmail(duplicate, line) ? 'same_name' : 'other_email',
      duplicate,
      line,
    );
  const invited = known.freeWithEmailOf(line);
  if (invited) return verdict('possible_duplicate', 'other_name', invited, line);
  const sibling = above.withEmailOf(line);
  return sibling
    ? verdict('new', 'shares_email', sibling, line)
    : { state: 'new', reason: null, match: null };
}

export const isPresent = (person: KnownPerson, line: Identity): Verdict =>
  verdict('present', person.kind === 'member' ? 'is_member' : 'is_invited', person, line);

const isUnknownEmail = ({ identities }: KnownPerson, { nameKey, emailKey }: Identity): boolean =>
  emailKey === null || identities.some((each) => each.nameKey === nameKey && each.emailKey === null);

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
