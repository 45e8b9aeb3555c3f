import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type KnownPerson, toIdentity } from '#server/features/people/member-imports/people-index.ts';
import { linesToInvite, planImport } from '#server/features/people/member-imports/plan-import.ts';
import type { ListLine } from '#server/features/people/member-imports/reading/read-line.ts';

const noBirth = { born_on: null, birth_unread: false };
const noFaults = { fault: null, other_fault: null, other_emails: [], email_left_out: null };
type Someone = [name: string, email?: string | null];
const identity = ([name, email = null]: Someone) => {
  const [first_name = '', ...last] = name.split(' ');
  return toIdentity({ first_name, last_name: last.join(' '), email });
};
const member = (...identities: Someone[]): KnownPerson => ({
  kind: 'member',
  identities: identities.map(identity),
});
const invitation = (...someone: Someone): KnownPerson => ({
  kind: 'invitation',
  identities: [identity(someone)],
});
const toLine = ([name, email = null]: Someone, index: number): ListLine => {
  const { first_name, last_name } = identity([name, email]);
  return { line: index + 2, first_name, last_name, email, ...noBirth, role: 'member', ...noFaults };
};
const verdicts = (list: Someone[], known: KnownPerson[] = []) =>
  planImport(list.map(toLine), known, true).map(({ state, reason, match }) => [
    state,
    reason,
    match && (match.line ?? match.name),
  ]);

describe('a line', () => {
  it('is new where its name and address are known to nobody', () => {
    expect(verdicts([['Anna Jäger', 'anna@x.example']], [member(['Bea Weiß', 'bea@x.example'])])).toEqual([
      ['new', null, null],
    ]);
  });

  it('is present as a member by address, by name without address, and by the invitation that was accepted', () => {
    const known = [
      member(['Anna Jäger', 'anna@x.example']),
      member(['Bea Weiß', 'bea@x.example']),
      member(['Claire M', 'claire@x.example'], ['Klara Maier', null]),
    ];
    expect(verdicts([['Anna-Maria J', 'ANNA@x.example'], ['bea  weiss'], ['Klara Maier']], known)).toEqual([
      ['present', 'is_member', 'Anna Jäger'],
      ['present', 'is_member', 'Bea Weiß'],
      ['present', 'is_member', 'Klara Maier'],
    ]);
  });

  it('is present as invited, also where one of both has no address', () => {
    const known = [invitation('Jörg Groß'), invitation('Anna Jäger', 'anna@x.example')];
    expect(verdicts([['Joerg Gross', 'j@x.example'], ['Anna Jäger']], known)).toEqual([
      ['present', 'is_invited', 'Jörg Groß'],
      ['present', 'is_invited', 'Anna Jäger'],
    ]);
  });

  it('is a question where the name is known with another address', () => {
    expect(verdicts([['Anna Jäger', 'other@x.example']], [member(['Anna Jäger', 'anna@x.example'])])).toEqual(
      [['possible_duplicate', 'other_email', 'Anna Jäger']],
    );
  });

  it('is a question where an invitation to its address has another name', () => {
    expect(
      verdicts([['Anja Jäger', 'anna@x.example']], [invitation('Anna Jäger', 'anna@x.example')]),
    ).toEqual([['possible_duplicate', 'other_name', 'Anna Jäger']]);
  });

  it('is a question where an earlier line has its name, but repeats it where the address is the same', () => {
    const list: Someone[] = [
      ['Anna Jäger', 'anna@x.example'],
      ['Anna Jäger', 'Anna@X.example'],
      ['Anna Jäger', 'other@x.example'],
      ['Anna Jäger'],
      ['Bea Weiß'],
      ['Bea Weiß'],
    ];
    expect(verdicts(list)).toEqual([
      ['new', null, null],
      ['present', 'repeats_line', 2],
      ['possible_duplicate', 'other_email', 2],
      ['possible_duplicate', 'same_name', 2],
      ['new', null, null],
      ['possible_duplicate', 'same_name', 6],
    ]);
  });

  it('may share its address with others of the file, as siblings do', () => {
    expect(
      verdicts([
        ['Max Schmidt', 'family@x.example'],
        ['Mia Schmidt', 'family@x.example'],
      ]),
    ).toEqual([
      ['new', null, null],
      ['new', 'shares_email', 2],
    ]);
  });

  it('never takes the person of another line that fits better', () => {
    const known = [invitation('Anna Jäger', 'anna@x.example')];
    expect(verdicts([['Anna Jäger'], ['Anna Jäger', 'anna@x.example']], known)).toEqual([
      ['possible_duplicate', 'same_name', 'Anna Jäger'],
      ['present', 'is_invited', 'Anna Jäger'],
    ]);
  });

  it('finds one person each: two members of one name are two', () => {
    const two = [member(['Anna Jäger', 'a@x.example']), member(['Anna Jäger', 'b@x.example'])];
    expect(verdicts([['Anna Jäger'], ['Anna Jäger'], ['Anna Jäger']], two).map(([state]) => state)).toEqual([
      'present',
      'present',
      'possible_duplicate',
    ]);
  });

  it('with a fault is not compared, and one for a photographer needs the right to invite one', () => {
    const lines = [
      { ...toLine(['Anna Jäger'], 0), fault: 'role_unknown' as const },
      { ...toLine(['Anna Jäger'], 1), role: 'photographer' as const },
      toLine(['Anna Jäger'], 2),
    ];
    const states = (allowed: boolean) => planImport(lines, [], allowed).map(({ reason }) => reason);
    expect(states(false)).toEqual(['role_unknown', 'photographer_forbidden', null]);
    expect(states(true)).toEqual(['role_unknown', null, 'same_name']);
  });
});

const someone = fc.tuple(
  fc.constantFrom('Anna Jäger', 'Anna Jaeger', 'Bea Weiß', 'Max S', 'Mia S', 'X Y'),
  fc.constantFrom(null, null, 'a@x.example', 'A@x.example', 'b@x.example', 'c@x.example'),
);

const lists = fc.array(someone, { maxLength: 9 });
const distinct = fc.uniqueArray(someone, {
  maxLength: 9,
  selector: (each) => `${identity(each).nameKey} ${identity(each).emailKey}`,
});
const knownPeople = fc.array(fc.tuple(fc.boolean(), fc.array(someone, { minLength: 1, maxLength: 2 })), {
  maxLength: 5,
});
const chosenLines = fc.array(fc.integer({ min: 2, max: 10 }));

describe('a list that was carried out invites nobody when it is imported again', () => {
  const invitedAgain = (
    list: Someone[],
    others: [boolean, Someone[]][],
    first: number[],
    second: number[],
  ) => {
    const known = others.map(([isMember, identities]) =>
      isMember ? member(...identities) : invitation(...identities[0]!),
    );
    const lines = list.map(toLine);
    const made = linesToInvite(planImport(lines, known, true), first).map(
      ({ first_name, last_name, email }) => invitation(`${first_name} ${last_name}`, email),
    );
    return linesToInvite(planImport(lines, [...known, ...made], true), second);
  };

  it('whatever was known, and whichever possible duplicates were invited', () => {
    fc.assert(
      fc.property(lists, knownPeople, chosenLines, (list, known, chosen) => {
        expect(invitedAgain(list, known, chosen, [])).toEqual([]);
      }),
      { numRuns: 3_000 },
    );
  });

  it('also with the same choices, where no line repeats another', () => {
    fc.assert(
      fc.property(distinct, knownPeople, chosenLines, (list, known, chosen) => {
        expect(invitedAgain(list, known, chosen, chosen)).toEqual([]);
      }),
      { numRuns: 3_000 },
    );
  });
});
