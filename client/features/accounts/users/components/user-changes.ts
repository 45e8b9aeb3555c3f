import { editOf } from '#client/lib/changed-fields.ts';
import type { User } from '#server/contract/schemas/users.ts';

type Editable = Pick<User, 'username' | 'email' | 'first_name' | 'last_name' | 'is_active'>;

/** The changed fields, and what they were. An emptied text counts as unchanged. */
export function userChanges(user: Editable, values: Editable) {
  const { is_active, ...texts } = values;
  const filled = Object.entries(texts)
    .map(([field, text]) => [field, text.trim()])
    .filter(([, text]) => text !== '');
  return editOf<Partial<Editable>>(user, { ...Object.fromEntries(filled), is_active });
}
