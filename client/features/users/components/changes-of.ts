import type { User } from '#server/contract/schemas/users.ts';

type Editable = Pick<User, 'username' | 'email' | 'first_name' | 'last_name' | 'is_active'>;

/** The fields that differ. An emptied text is left out: it means "leave it", not "erase it". */
export function changesOf(user: Editable, values: Editable): Partial<Editable> {
  const texts = (['username', 'email', 'first_name', 'last_name'] as const)
    .map((field) => [field, values[field].trim()] as const)
    .filter(([field, text]) => text !== '' && text !== user[field]);
  return {
    ...Object.fromEntries(texts),
    ...(values.is_active === user.is_active ? {} : { is_active: values.is_active }),
  };
}
