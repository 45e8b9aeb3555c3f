import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { usePageTitle } from '#client/hooks/use-page-title.ts';
import { errorMessage, isCode, wireErrorOf } from '#client/lib/error-message.ts';
import { useInstallationName } from '#client/lib/installation-name.ts';
import { useLogin } from '../api/login.ts';
import { useProviderSignIn } from '../api/provider.ts';

interface SecondFactorFormProps {
  /** Null: an OpenID provider has named the account. */
  credentials: { username: string; password: string } | null;
  /** The answer that asked for the code: second_factor_required. */
  asked: unknown;
  /** The page has a heading of its own. */
  untitled?: boolean;
  onStartOver: () => void;
  onDone?: () => void;
}

/** The second screen of signing in: the code of the app, or a recovery code. */
export function SecondFactorForm({
  credentials,
  asked,
  untitled,
  onStartOver,
  onDone,
}: SecondFactorFormProps) {
  const { t } = useTranslation();
  usePageTitle(t('second_factor.sign_in_title'));
  const installation = useInstallationName();
  const byPassword = useLogin();
  const byProvider = useProviderSignIn();
  const login = credentials ? byPassword : byProvider;
  const [field, setField] = useState<'code' | 'recovery'>('code');
  const form = useForm({ initialValues: { code: '', recovery: '' } });
  const isWrong = isCode(login.error, 'second_factor_incorrect');
  const submit = form.onSubmit((values) => {
    const code = values[field].trim();
    if (!code) return form.setErrors({ [field]: t('errors.second_factor_required') });
    const challenge = String(wireErrorOf(asked)?.params.challenge ?? '');
    const handlers = {
      onSuccess: () => onDone?.(),
      onError: (error: unknown) => {
        if (isCode(error, 'second_factor_incorrect')) form.setErrors({ [field]: errorMessage(t, error) });
      },
    };
    if (credentials) byPassword.mutate({ ...credentials, challenge, code }, handlers);
    else byProvider.mutate({ challenge, code }, handlers);
  });
  const change = () => {
    login.reset();
    setField(field === 'code' ? 'recovery' : 'code');
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        {!untitled && <Title order={1}>{t('second_factor.sign_in_title')}</Title>}
        <Text>
          {t(field === 'code' ? 'second_factor.sign_in_text' : 'second_factor.sign_in_recovery', {
            installation,
          })}
        </Text>
        <FormError error={isWrong ? null : login.error} title={t('failed.login')} />
        {field === 'code' ? (
          <TextInput
            key="code"
            label={t('second_factor.code')}
            autoComplete="one-time-code"
            inputMode="numeric"
            autoFocus
            {...form.getInputProps('code')}
          />
        ) : (
          <TextInput
            key="recovery"
            label={t('second_factor.recovery_code')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            {...form.getInputProps('recovery')}
          />
        )}
        <Button type="submit" size="lg" loading={login.isPending}>
          {t('second_factor.submit')}
        </Button>
        <Group justify="space-between" gap="sm">
          <Button variant="subtle" px={0} onClick={change}>
            {t(field === 'code' ? 'second_factor.use_recovery' : 'second_factor.use_app')}
          </Button>
          <Button variant="subtle" px={0} onClick={onStartOver}>
            {t('second_factor.start_over')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
