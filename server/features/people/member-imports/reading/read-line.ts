import type { z } from 'zod';
import { inputLimits } from '#server/contract/input-limits.ts';
import type { ColumnMeaning, LineFault } from '#server/contract/member-list-format.ts';
import { email as emailRule, text } from '#server/contract/schemas/common.ts';
import { splitFullName } from '#server/contract/schemas/users.ts';
import { roleOf, roleOfFunctions } from './column-words.ts';
import { addressOf } from './email-cell.ts';
import type { Row } from './parse-rows.ts';
import { readBirth } from './read-birth.ts';

/** One person of a list. With a fault, the fields are as they stand in the file. */
export type ListLine = {
  line: number;
  first_name: string;
  last_name: string;
  /** Null where the list names none. */
  email: string | null;
  /** Null where the list names no day that can be read. */
  born_on: string | null;
  /** There is something in the place of a date of birth. */
  birth_unread: boolean;
  role: 'member' | 'photographer';
  fault: LineFault | null;
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
  const typedEmail = addressOf(cell('email'));
  const named = roleOf(cell('role'));
  const role = named === 'member' ? roleOfFunctions(cell('function')) : named;
  const birth = cell('born_on');
  const born_on = readBirth(birth, monthFirst, today) ?? null;
  const first = nameRule.safeParse(names.first_name);
  const last = nameRule.safeParse(names.last_name);
  const email = typedEmail === '' ? null : emailRule.safeParse(typedEmail);
  const fault = faultOf({ names, typedEmail, first, last, email, role });
  return {
    line,
    first_name: first.data ?? names.first_name,
    last_name: last.data ?? names.last_name,
    email: email === null ? null : (email.data ?? typedEmail),
    born_on,
    birth_unread: birth !== '' && born_on === null,
    role: role ?? 'member',
    fault,
  };
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
  typedEmail: string;
  first: z.ZodSafeParseResult<string>;
  last: z.ZodSafeParseResult<string>;
  email: z.ZodSafeParseResult<string> | null;
  role: ReturnType<typeof roleOf>;
};

function faultOf({ names, typedEmail, first, last, email, role }: Checked): LineFault | null {
  if (!first.success || !last.success)
    return Math.max(names.first_name.length, names.last_name.length) > inputLimits.nameMax
      ? 'name_too_long'
      : 'name_invalid';
  if (first.data === '' && last.data === '') return 'no_name';
  if (email && !email.success)
    return typedEmail.length > inputLimits.emailMax ? 'email_too_long' : 'email_invalid';
  return role ? null : 'role_unknown';
}
