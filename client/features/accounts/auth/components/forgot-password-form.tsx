import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { useLanguageCode } from '#client/hooks/use-language-code.ts';
import { hourMs, lifetimes } from '#server/contract/lifetimes.ts';
import { useForgotPassword } from '../api/forgot-password.ts';

/** Asks for a mail with a link; what follows is the same for known and unknown names. */
export function ForgotPasswordForm() {
  const { t } = useTranslation();
  const language = useLanguageCode();
  const { mutate, error, isPending, isSuccess, variables, reset } = useForgotPassword();
  const form = useForm({
    initialValues: { login: '' },
    validate: { login: (typed) => (typed.trim() ? null : t('validation.Username is required')) },
  });
  const submit = form.onSubmit(({ login }) => mutate({ login: login.trim(), language }));
  if (isSuccess) return <Sent login={variables.login} onAgain={reset} />;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <Text>{t('forgot_password.mail')}</Text>
        <FormError error={error} title={t('failed.forgot_password')} />
        <TextInput
          label={t('forgot_password.login')}
          autoComplete="username"
          type="email"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          {...form.getInputProps('login')}
        />
        <Button type="submit" size="lg" loading={isPending}>
          {t('forgot_password.send')}
        </Button>
        <Text c="dimmed">{t('forgot_password.no_mail')}</Text>
      </Stack>
    </form>
  );
}

function Sent({ login, onAgain }: { login: string; onAgain: () => void }) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  // The form with the focus in it is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <Stack gap="md" align="flex-start">
      <Text component="h2" ref={heading} tabIndex={-1} fw={600} size="lg" style={{ outline: 'none' }}>
        {t('forgot_password.sent_title')}
      </Text>
      <Text style={{ overflowWrap: 'anywhere' }}>
        {t('forgot_password.sent', { login, hours: lifetimes.mailedResetTokenMs / hourMs })}
      </Text>
      <Button variant="default" onClick={onAgain}>
        {t('forgot_password.again')}
      </Button>
      <Text c="dimmed">{t('forgot_password.no_mail')}</Text>
    </Stack>
  );
}
