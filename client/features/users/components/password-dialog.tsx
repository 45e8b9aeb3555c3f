import { Alert, Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconCheck } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { PasswordField } from '#client/components/ui/forms/password-field.tsx';
import { UnsavedChanges } from '#client/components/ui/forms/unsaved-changes.tsx';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import { fieldErrors, isCode } from '#client/lib/error-message.ts';
import { schemaErrors } from '#client/lib/schema-errors.ts';
import { changePasswordInput } from '#server/contract/schemas/users.ts';
import { useChangePassword } from '../api/profile.ts';

const closesAfterMs = 2_000;

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { mutate, error, isPending, isSuccess } = useChangePassword();
  const atField = isCode(error, 'current_password_incorrect', 'field_invalid');
  const form = useForm({
    initialValues: { current_password: '', new_password: '', confirm: '' },
    validate: (values) => ({
      ...schemaErrors(t, changePasswordInput, values),
      ...(values.confirm === values.new_password ? {} : { confirm: t('validation.Passwords do not match') }),
      ...(values.confirm ? {} : { confirm: t('validation.Please confirm your password') }),
    }),
  });

  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(onClose, closesAfterMs);
    return () => clearTimeout(timer);
  }, [isSuccess, onClose]);

  const submit = form.onSubmit(({ current_password, new_password }) =>
    mutate(
      { current_password, new_password },
      {
        onError: (failure) =>
          form.setErrors(
            isCode(failure, 'current_password_incorrect')
              ? { current_password: t('errors.current_password_incorrect') }
              : fieldErrors(t, failure),
          ),
      },
    ),
  );

  return (
    <Dialog opened onClose={onClose} title={t('profile.change_password')} size="sm">
      {isSuccess ? (
        <Alert color="green" role="status" icon={<IconCheck size={20} />}>
          {t('profile.password_changed')}
        </Alert>
      ) : (
        <form onSubmit={submit} noValidate>
          <UnsavedChanges dirty={form.isDirty()} />
          <Stack gap="md">
            <FormError error={atField ? null : error} title={t('profile.password_failed')} />
            <PasswordField
              label={t('profile.current_password')}
              autoComplete="current-password"
              data-autofocus
              {...form.getInputProps('current_password')}
            />
            <PasswordField
              label={t('profile.new_password')}
              description={t('profile.new_password_hint')}
              autoComplete="new-password"
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
                {t('profile.change_password')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
