import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#client/components/ui/elements/copy-button.tsx';
import { QrCode } from '#client/components/ui/elements/qr-code.tsx';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { errorMessage, isCode } from '#client/lib/error-message.ts';
import type { SecondFactorSetup } from '#server/contract/schemas/second-factor.ts';
import type { useChangeSecondFactor } from '../api/second-factor.ts';
import classes from './second-factor.module.css';

interface SetUpSecondFactorProps {
  setup: SecondFactorSetup;
  confirm: ReturnType<typeof useChangeSecondFactor>['confirm'];
  onCodes: (codes: string[]) => void;
  onCancel: () => void;
}

/** Secret as QR code and as text, and the field for the first code. */
export function SetUpSecondFactor({ setup, confirm, onCodes, onCancel }: SetUpSecondFactorProps) {
  const { t } = useTranslation();
  const { mutate, error, isPending } = confirm;
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (typed) => (typed.trim() ? null : t('errors.second_factor_required')) },
  });
  const isWrong = isCode(error, 'second_factor_incorrect');
  const submit = form.onSubmit((values) =>
    mutate(values, {
      onSuccess: ({ recovery_codes }) => onCodes(recovery_codes),
      onError: (failure) => {
        if (isCode(failure, 'second_factor_incorrect')) form.setErrors({ code: errorMessage(t, failure) });
      },
    }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormError error={isWrong ? null : error} title={t('second_factor.failed')} />
        <Text>{t('second_factor.scan')}</Text>
        <Group justify="center">
          <QrCode url={setup.url} title={t('second_factor.scan_title')} size={184} />
        </Group>
        <Button component="a" href={setup.url} variant="default" hiddenFrom="sm">
          {t('second_factor.open_app')}
        </Button>
        <div>
          <Text>{t('second_factor.by_hand')}</Text>
          <Group gap="sm">
            <code className={classes.secret}>{setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
            <CopyButton value={setup.secret} label={t('second_factor.copy_secret')} />
          </Group>
        </div>
        <TextInput
          label={t('second_factor.code')}
          description={t('second_factor.confirm_text')}
          autoComplete="one-time-code"
          inputMode="numeric"
          data-autofocus
          {...form.getInputProps('code')}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('second_factor.confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
