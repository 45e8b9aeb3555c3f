import type { z } from 'zod';
import { inputLimits } from '#server/contract/input-limits.ts';
import type { ColumnMeaning, LineFault } from '#server/contract/member-list-format.ts';
import { text } from '#server/contract/schemas/common.ts';
import { splitFullName } from '#server/contract/schemas/users.ts';
import { roleOf, roleOfFunctions } from './column-words.ts';
import { readEmails } from './email-cell.ts';
import type { Row } from './parse-rows.ts';
import { readBirth } from './read-birth.ts';

/** One person of a list. With a fault, the fields are as they stand in the file. */
export type ListLine = {
  line: number;
  first_name: string;
  last_name: string;
  /** Null where the list names none. */
  email: string | null;
  /** Further addresses, as of a second parent. */
  other_emails: string[];
  /** What stands in the place of an address and is not used; null where nothing does. */
  email_left_out: string | null;
  /** Null where the list names no day that can be read. */
  born_on: string | null;
  /** There is something in the place of a date of birth. */
  birth_unread: boolean;
  role: 'member' | 'photographer';
  fault: LineFault | null;
  /** What is wrong beside the address. */
  other_fault: LineFault | null;
};
type Names = { first_name: string; last_name: string };

const nameRule = text({ max: inputLimits.nameMax });

/** @param monthFirst whether dates such as 5/6/2014 name the month first */
export function readLine(
  { line, cells }: Row,
  columns: readonly ColumnMeaning[],
  { monthFirst, today }: { monthFirst: boolean; today: string },
): ListLine {
  const cell = (meaning: ColumnMeaning): string =>
    columns
      .flatMap((each, position) => (each === meaning ? [cells[position] ?? ''] : []))
      .filter((value) => value !== '')
      .join(' ');
  const names = namesOf(cell);
  const typedEmail = cell('email');
  const { emails, left_out, says_none } = readEmails(typedEmail);
  const named = roleOf(cell('role'));
  const role = named === 'member' ? roleOfFunctions(cell('function')) : named;
  const birth = cell('born_on');
  const born_on = readBirth(birth, monthFirst, today) ?? null;
  const first = nameRule.safeParse(names.first_name);
  const last = nameRule.safeParse(names.last_name);
  const otherFault = faultOf({ names, first, last, role });
  const isUnreadable = emails.length === 0 && left_out.length > 0 && !says_none;
  const emailFault = typedEmail.length > inputLimits.emailMax ? 'email_too_long' : 'email_invalid';
  // A name that is missing says more than the address beside it.
  const fault = isUnreadable && (!otherFault || otherFault === 'role_unknown') ? emailFault : otherFault;
  return {
    line,
    first_name: first.data ?? names.first_name,
    last_name: last.data ?? names.last_name,
    email: emails[0] ?? (isUnreadable ? typedEmail : null),
    other_emails: emails.slice(1),
    email_left_out: isUnreadable ? null : joined(left_out),
    born_on,
    birth_unread: birth !== '' && born_on === null,
    role: role ?? 'member',
    fault,
    other_fault: otherFault,
  };
}

const joined = (left: readonly string[]): string | null => (left.length > 0 ? left.join(', ') : null);

/** Where nobody has to be reached by mail: who has an address that cannot be read has none. */
export const withReadableEmail = (line: ListLine): ListLine =>
  line.fault === 'email_invalid' || line.fault === 'email_too_long'
    ? { ...line, email: null, email_left_out: line.email, fault: line.other_fault }
    : line;

/** The address is one; the rest is left out. */
export const withOneEmail = ({ other_emails, ...line }: ListLine): ListLine => ({
  ...line,
  other_emails: [],
  email_left_out: joined([...other_emails, ...(line.email_left_out === null ? [] : [line.email_left_out])]),
});

/** Two parents are two lines, as where each stands in a line of their own. */
export function perParent(line: ListLine): ListLine[] {
  const [second, ...others] = line.other_emails;
  const first = withOneEmail({ ...line, other_emails: others });
  return second ? [first, { ...first, email: second, email_left_out: null }] : [first];
}

function namesOf(cell: (meaning: ColumnMeaning) => string): Names {
  const whole = cell('full_name');
  const lastFirst = cell('last_name_first');
  const split = lastFirst ? splitLastFirst(lastFirst) : splitWhole(whole);
  return {
    first_name: cell('first_name') || split.first_name,
    last_name: cell('last_name') || split.last_name,
  };
}

/** "Anna Miller"; with a comma the last name comes first. */
const splitWhole = (name: string): Names => (name.includes(',') ? splitLastFirst(name) : splitFullName(name));

function splitLastFirst(name: string): Names {
  const comma = name.indexOf(',');
  const [last = '', ...rest] = comma >= 0 ? [name.slice(0, comma), name.slice(comma + 1)] : name.split(' ');
  const first = rest.join(' ').trim();
  // One word alone is the name the person is called by.
  return first === ''
    ? { first_name: last.trim(), last_name: '' }
    : { first_name: first, last_name: last.trim() };
}

type Checked = {
  names: Names;
  first: z.ZodSafeParseResult<string>;
  last: z.ZodSafeParseResult<string>;
  role: ReturnType<typeof roleOf>;
};

function faultOf({ names, first, last, role }: Checked): LineFault | null {
  if (!first.success || !last.success)
    return Math.max(names.first_name.length, names.last_name.length) > inputLimits.nameMax
      ? 'name_too_long'
      : 'name_invalid';
  if (first.data === '' && last.data === '') return 'no_name';
  return role ? null : 'role_unknown';
}
