import { Button, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { AnchorLink } from '#client/components/ui/elements/links.tsx';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { useLanguageCode } from '#client/hooks/use-language-code.ts';
import { fieldErrors } from '#client/lib/error-message.ts';
import { type ProviderAnswer, registerByProviderInput } from '#server/contract/schemas/oidc.ts';
import { splitFullName } from '#server/contract/schemas/users.ts';
import { useRegisterByProvider } from '../api/provider.ts';
import { NewAccountFields, newAccountErrors } from './new-account-fields.tsx';

const fields = registerByProviderInput.pick({ username: true, email: true });

interface ProviderRegisterFormProps {
  provider: string;
  known: ProviderAnswer;
  /** The token of the one that was opened last, where there is one. */
  invitation: string;
  onDone: () => void;
}

/** The account of somebody whom the provider has named and who has none: the username is theirs to choose. */
export function ProviderRegisterForm({ provider, known, invitation, onDone }: ProviderRegisterFormProps) {
  const { t } = useTranslation();
  const language = useLanguageCode();
  const { mutate, error, isPending } = useRegisterByProvider();
  const form = useForm({
    initialValues: { full_name: known.full_name, username: known.username, email: known.email },
    validateInputOnBlur: true,
    validate: (values) => newAccountErrors(t, fields, values),
  });
  const isConfirmed = known.is_email_confirmed && form.values.email === known.email;
  const submit = form.onSubmit(({ full_name, ...account }) =>
    mutate(
      { ...account, ...splitFullName(full_name), language, ...(invitation && { invitation }) },
      { onSuccess: onDone, onError: (failure) => form.setErrors(fieldErrors(t, failure)) },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <Title order={1}>{t('register.title')}</Title>
        <Text>{t('provider.new', { provider })}</Text>
        <FormError error={error} title={t('failed.register')} fields={form.values} />
        <Stack gap="md">
          <NewAccountFields
            inputOf={form.getInputProps}
            autoFocus="username"
            emailHint={isConfirmed ? t('provider.confirmed_by', { provider }) : undefined}
          />
        </Stack>
        <Button type="submit" size="lg" loading={isPending}>
          {t('register.submit')}
        </Button>
        <Text c="dimmed">
          {t('provider.have_account')}{' '}
          <AnchorLink to="/login" fw={600}>
            {t('register.login')}
          </AnchorLink>
        </Text>
      </Stack>
    </form>
  );
}
