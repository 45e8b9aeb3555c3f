import { Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { PasswordField } from '#client/components/ui/forms/password-field.tsx';
import { UnsavedChanges } from '#client/components/ui/forms/unsaved-changes.tsx';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import { fieldErrors, isCode } from '#client/lib/error-message.ts';
import { schemaErrors } from '#client/lib/schema-errors.ts';
import { useUser } from '#client/lib/session.ts';
import { toast } from '#client/lib/toast.ts';
import { changePasswordInput, setPasswordInput } from '#server/contract/schemas/users.ts';
import { useChangePassword, useSetPassword } from '../api/profile.ts';

/** Changes the password; one that came by an OpenID provider sets its first, and is not asked for another. */
export default function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const user = useUser();
  // As it was: once the first one is set, the account has one.
  const [hasPassword] = useState(user.has_password);
  const change = useChangePassword();
  const set = useSetPassword();
  const { error, isPending } = hasPassword ? change : set;
  const atField = isCode(error, 'current_password_incorrect', 'field_invalid');
  const form = useForm({
    initialValues: { current_password: '', new_password: '', confirm: '' },
    validate: (values) => ({
      ...schemaErrors(t, hasPassword ? changePasswordInput : setPasswordInput, values),
      ...(values.confirm === values.new_password ? {} : { confirm: t('validation.Passwords do not match') }),
      ...(values.confirm ? {} : { confirm: t('validation.Please confirm your password') }),
    }),
  });

  // The notice that opened this goes with the old password, and this with it: a callback of `mutate` would not be called.
  const submit = form.onSubmit(async ({ current_password, new_password }) => {
    try {
      await (hasPassword
        ? change.mutateAsync({ current_password, new_password })
        : set.mutateAsync({ new_password }));
    } catch (failure) {
      form.setErrors(
        hasPassword && isCode(failure, 'current_password_incorrect')
          ? { current_password: t('errors.current_password_incorrect') }
          : fieldErrors(t, failure),
      );
      return;
    }
    toast.success(t('profile.password_changed'));
    onClose();
  });
  const title = t(hasPassword ? 'shell.password.change' : 'shell.password.set');

  return (
    <Dialog opened onClose={onClose} title={title} size="sm">
      <form onSubmit={submit} noValidate>
        <UnsavedChanges dirty={form.isDirty()} />
        <Stack gap="md">
          <FormError error={atField ? null : error} title={t('profile.password_failed')} />
          {hasPassword && (
            <PasswordField
              label={t('profile.current_password')}
              autoComplete="current-password"
              data-autofocus
              {...form.getInputProps('current_password')}
            />
          )}
          <PasswordField
            label={t('profile.new_password')}
            description={t('profile.new_password_hint')}
            autoComplete="new-password"
            data-autofocus={hasPassword ? undefined : true}
            {...form.getInputProps('new_password')}
          />
          <PasswordField
            label={t('profile.confirm_password')}
            autoComplete="new-password"
            {...form.getInputProps('confirm')}
          />
          <Group justify="flex-end" gap="sm" mt="xs">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={isPending}>
              {title}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
