import type { LineCounts, PlannedLine } from '#server/contract/schemas/member-imports.ts';
import { type Compared, compareLine, isPresent } from './compare-line.ts';
import { type KnownPerson, PeopleIndex, toIdentity } from './people-index.ts';
import type { ListLine } from './reading/read-line.ts';

/**
 * Says for each line what an import does with it. The same list, planned again after it was carried out, makes no
 * invitation: each line then finds its own one first. Pure.
 */
export function planImport(
  lines: readonly ListLine[],
  known: readonly KnownPerson[],
  mayInvitePhotographers: boolean,
): PlannedLine[] {
  const compared: Compared = { known: new PeopleIndex(known), above: new PeopleIndex() };
  const identified = lines.map((line) => ({
    line,
    identity: toIdentity(line),
    fault: faultOf(line, mayInvitePhotographers),
  }));
  // Exact matches first: a line must not take the person of a later line that fits better.
  const exact = new Map<ListLine, KnownPerson>();
  for (const { line, identity, fault } of identified) {
    const person = fault ? undefined : compared.known.freeWithNameAndEmailOf(identity);
    if (!person) continue;
    compared.known.take(person);
    exact.set(line, person);
  }
  return identified.map(({ line, identity, fault }) => {
    const { fault: _, other_fault: _other, other_emails: _emails, ...fields } = line;
    if (fault) return { ...fields, state: 'faulty', reason: fault, match: null };
    const person = exact.get(line);
    const verdict = person ? isPresent(person, identity) : compareLine(identity, compared);
    compared.above.add({ kind: 'line', line: line.line, identities: [identity] });
    return { ...fields, ...verdict };
  });
}

const faultOf = (line: ListLine, mayInvitePhotographers: boolean) =>
  line.fault ??
  (line.role === 'photographer' && !mayInvitePhotographers ? ('photographer_forbidden' as const) : null);

/** The lines that get an invitation: new ones, and possible duplicates that are other people. */
export const linesToInvite = (
  plan: readonly PlannedLine[],
  inviteLines: readonly number[],
): PlannedLine[] => {
  const chosen = new Set(inviteLines);
  return plan.filter(
    ({ state, line }) => state === 'new' || (state === 'possible_duplicate' && chosen.has(line)),
  );
};

export function countLines(plan: readonly PlannedLine[], invited: readonly PlannedLine[]): LineCounts {
  const count = (wanted: PlannedLine['state']) => plan.filter(({ state }) => state === wanted).length;
  return {
    new: count('new'),
    present: count('present'),
    possible_duplicate: count('possible_duplicate'),
    faulty: count('faulty'),
    invitations: invited.length,
    mails: invited.filter(({ email }) => email !== null).length,
  };
}
