import { SimpleGrid, Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#client/components/ui/forms/form-dialog.tsx';
import { PasswordField } from '#client/components/ui/forms/password-field.tsx';
import { useDraft } from '#client/hooks/use-draft.ts';
import { errorMessage, fieldErrors } from '#client/lib/error-message.ts';
import { schemaErrors } from '#client/lib/schema-errors.ts';
import { toast } from '#client/lib/toast.ts';
import { createUserInput } from '#server/contract/schemas/users.ts';
import { type RoleChoice, useChangeRole, useManageUsers } from '../api/manage-users.ts';
import { AccountFields } from './account-fields.tsx';
import { type ClubOption, RoleField } from './role-field.tsx';

/** Creates the account, then grants the role; if only the role fails, the account stays and an error says so. */
export function CreateUserDialog({ clubs, onClose }: { clubs: ClubOption[]; onClose: () => void }) {
  const { t } = useTranslation();
  const { create } = useManageUsers();
  const changeRole = useChangeRole();
  const [role, setRole] = useState<RoleChoice>({ role: 'member', club_id: null });
  const form = useForm({
    initialValues: {
      username: '',
      email: '',
      password: '',
      confirm: '',
      first_name: '',
      last_name: '',
      is_active: true,
    },
    validate: (values) => ({
      ...schemaErrors(t, createUserInput, values),
      ...(values.confirm === values.password ? {} : { confirm: t('validation.Passwords do not match') }),
    }),
  });
  useDraft(form, 'user:new', ['password', 'confirm']);

  const submit = form.onSubmit(async ({ confirm: _, first_name, last_name, ...account }) => {
    try {
      const user = await create.mutateAsync({
        ...account,
        ...(first_name.trim() ? { first_name } : {}),
        ...(last_name.trim() ? { last_name } : {}),
      });
      await changeRole(user, role).then(
        () => toast.success(t('accounts.created', { name: user.full_name || user.username })),
        (error) => toast.error(t('accounts.created_role_failed', { reason: errorMessage(t, error) })),
      );
      onClose();
    } catch (error) {
      form.setErrors(fieldErrors(t, error));
    }
  });

  return (
    <FormDialog
      title={t('accounts.create_title')}
      submit={t('accounts.create')}
      size="lg"
      autoComplete="off"
      onClose={onClose}
      onSubmit={submit}
      mutation={{ error: create.error, isPending: form.submitting }}
      failed={t('accounts.create_failed')}
      form={form}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <AccountFields inputOf={form.getInputProps} autoFocus />
        <PasswordField
          label={t('accounts.password')}
          description={t('accounts.password_hint')}
          required
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <PasswordField
          label={t('accounts.confirm_password')}
          required
          autoComplete="new-password"
          {...form.getInputProps('confirm')}
        />
      </SimpleGrid>
      <RoleField value={role} onChange={setRole} clubs={clubs} />
      <Switch label={t('accounts.is_active')} {...form.getInputProps('is_active', { type: 'checkbox' })} />
    </FormDialog>
  );
}
