import { Button, SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#client/components/ui/forms/form-dialog.tsx';
import { PasswordField } from '#client/components/ui/forms/password-field.tsx';
import { useDraft } from '#client/hooks/use-draft.ts';
import { fieldErrors } from '#client/lib/error-message.ts';
import { generatePassword } from '#client/lib/generate-password.ts';
import { schemaErrors } from '#client/lib/schema-errors.ts';
import { toast } from '#client/lib/toast.ts';
import { quickPhotographerInput } from '#server/contract/schemas/users.ts';
import { useCreatePhotographer } from '../api/create-photographer.ts';

interface QuickPhotographerDialogProps {
  onClose: () => void;
  onCreated: (id: string) => void;
}

export function QuickPhotographerDialog({ onClose, onCreated }: QuickPhotographerDialogProps) {
  const { t } = useTranslation();
  const create = useCreatePhotographer();
  const [shown, setShown] = useState(false);
  const form = useForm({
    initialValues: { first_name: '', last_name: '', email: '', username: '', password: '', confirm: '' },
    validate: ({ confirm, username, ...values }) => ({
      ...schemaErrors(t, quickPhotographerInput, username.trim() ? { ...values, username } : values),
      ...(confirm === values.password ? {} : { confirm: t('validation.Passwords do not match') }),
    }),
  });
  useDraft(form, 'quick-photographer', ['password', 'confirm']);

  const generate = () => {
    const password = generatePassword();
    form.setValues({ password, confirm: password });
    setShown(true);
  };

  const submit = form.onSubmit(({ confirm: _, username, ...values }) =>
    create.mutate(
      { ...values, username: username.trim() || values.email.trim() },
      {
        onSuccess: (user) => {
          toast.success(t('users.photographer_created', { name: user.full_name }));
          onCreated(user.id);
          onClose();
        },
        onError: (error) => form.setErrors(fieldErrors(t, error)),
      },
    ),
  );
  const password = {
    visible: shown,
    onVisibilityChange: setShown,
    autoComplete: 'new-password',
  };

  return (
    <FormDialog
      title={t('users.new_photographer')}
      submit={t('users.create_photographer')}
      onClose={onClose}
      onSubmit={submit}
      mutation={create}
      failed={t('failed.photographer_create')}
      form={form}
      aside={
        <Button variant="subtle" onClick={generate}>
          {form.values.password ? t('users.regenerate') : t('users.generate')}
        </Button>
      }
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          label={t('users.first_name')}
          required
          data-autofocus
          {...form.getInputProps('first_name')}
        />
        <TextInput label={t('users.last_name')} required {...form.getInputProps('last_name')} />
      </SimpleGrid>
      <TextInput type="email" label={t('accounts.email')} required {...form.getInputProps('email')} />
      <TextInput
        label={t('accounts.username')}
        description={t('users.username_hint')}
        autoCapitalize="none"
        {...form.getInputProps('username')}
      />
      <PasswordField
        label={t('users.initial_password')}
        required
        {...password}
        {...form.getInputProps('password')}
      />
      <PasswordField
        label={t('register.confirm')}
        required
        {...password}
        {...form.getInputProps('confirm')}
      />
    </FormDialog>
  );
}
