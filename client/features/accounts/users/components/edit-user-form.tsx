import { Button, Group, SimpleGrid, Stack, Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { reopenable } from '#client/components/ui/forms/reopenable.tsx';
import { useDraft } from '#client/hooks/use-draft.ts';
import { errorMessage, fieldErrors } from '#client/lib/error-message.ts';
import { schemaErrors } from '#client/lib/schema-errors.ts';
import { reloadUser, useUser } from '#client/lib/session.ts';
import { toast } from '#client/lib/toast.ts';
import { useUnsavedChanges } from '#client/lib/unsaved-changes.ts';
import { createUserInput, type User } from '#server/contract/schemas/users.ts';
import { roleOf, useChangeRole, useManageUsers } from '../api/manage-users.ts';
import { AccountFields } from './account-fields.tsx';
import { type ClubOption, RoleField } from './role-field.tsx';
import { userChanges } from './user-changes.ts';

interface EditUserFormProps {
  user: User;
  clubs: ClubOption[];
  onClose: () => void;
  onDelete: () => void;
}

const fields = createUserInput.omit({ password: true });

export const EditUserForm = reopenable(function EditUserForm({
  user: current,
  clubs,
  onClose,
  onDelete,
}: EditUserFormProps) {
  const { t } = useTranslation();
  const [user] = useState(current);
  const viewer = useUser();
  const { update } = useManageUsers();
  const changeRole = useChangeRole();
  const held = roleOf(user);
  const [role, setRole] = useState(held);
  const own = viewer.id === user.id;
  const count = user.role_assignments.length;
  const form = useForm({
    initialValues: {
      username: user.username,
      email: user.email,
      first_name: user.first_name,
      last_name: user.last_name,
      is_active: user.is_active,
    },
    validate: (values) => schemaErrors(t, fields, values),
  });
  useDraft(form, `user:${user.id}`);
  useUnsavedChanges(form.isDirty());

  const submit = form.onSubmit(async (values) => {
    const changes = userChanges(user, values);
    let saved = user;
    const newRole = role.role !== held.role || role.club_id !== held.club_id;
    try {
      if (Object.keys(changes.seen).length > 0) saved = await update.mutateAsync({ id: user.id, ...changes });
    } catch (error) {
      return form.setErrors(fieldErrors(t, error));
    }
    try {
      if (newRole) await changeRole(user, role);
      toast.success(t('accounts.updated', { name: saved.full_name || saved.username }));
    } catch (error) {
      toast.error(t('accounts.updated_role_failed', { reason: errorMessage(t, error) }));
    }
    if (own) void reloadUser();
    onClose();
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormError error={update.error} title={t('accounts.update_failed')} fields={form.values} />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <AccountFields inputOf={form.getInputProps} />
        </SimpleGrid>
        <RoleField
          value={role}
          onChange={setRole}
          clubs={clubs}
          disabled={own}
          hint={own ? t('accounts.own_role') : count > 0 ? t('accounts.role_replaces', { count }) : undefined}
        />
        <Switch
          label={t('accounts.is_active')}
          description={t('accounts.is_active_hint')}
          disabled={own}
          {...form.getInputProps('is_active', { type: 'checkbox' })}
        />
        <Group gap="sm" mt="xs">
          {!own && (
            <Button variant="default" c="var(--cl-bad)" onClick={onDelete} me="auto">
              {t('accounts.delete')}
            </Button>
          )}
          <Button variant="default" onClick={onClose} ms={own ? 'auto' : undefined}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={form.submitting}>
            {t('common.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
});
