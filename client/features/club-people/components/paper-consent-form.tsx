import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { useLanguageCode } from '#client/hooks/use-language-code.ts';
import { useToday } from '#client/hooks/use-today.ts';
import { fieldErrors, fieldText } from '#client/lib/error-message.ts';
import { schemaErrors } from '#client/lib/schema-errors.ts';
import { toast } from '#client/lib/toast.ts';
import { type Purpose, purposes } from '#server/contract/consent.ts';
import { validUntilFault } from '#server/contract/date-limits.ts';
import { paperConsentInput } from '#server/contract/schemas/family.ts';
import { useGuardianActions } from '../api/guardians.ts';

/** Writes down what somebody has signed. */
export function PaperConsentForm({ clubId, clubPersonId }: { clubId: string; clubPersonId: string }) {
  const { t } = useTranslation();
  const today = useToday();
  const language = useLanguageCode();
  const { paperConsent } = useGuardianActions();
  const whole = (values: typeof form.values) => ({
    ...values,
    id: clubId,
    club_person_id: clubPersonId,
    language,
    valid_until: values.valid_until || null,
  });
  const form = useForm({
    initialValues: {
      purpose: 'find' as Purpose,
      answer: 'yes' as 'yes' | 'no',
      note: '',
      valid_until: '',
    },
    validate: (values): Record<string, string> => {
      const ended = values.valid_until && validUntilFault(values.valid_until, today);
      return {
        ...(ended ? { valid_until: fieldText(t, ended) } : {}),
        ...schemaErrors(t, paperConsentInput, whole(values)),
      };
    },
  });
  const submit = form.onSubmit((values) =>
    paperConsent.mutate(whole(values), {
      onSuccess: () => {
        toast.success(t('guardians.paper_saved'));
        form.setFieldValue('note', '');
      },
      onError: (failure) => form.setErrors(fieldErrors(t, failure)),
    }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text fw={600}>{t('guardians.paper')}</Text>
        <Text size="sm">{t('guardians.paper_text')}</Text>
        <FormError error={paperConsent.error} title={t('failed.paper_consent')} fields={form.values} />
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <NativeSelect
            label={t('guardians.paper_purpose')}
            data={purposes.map((value) => ({ value, label: t(`family.purpose.${value}`) }))}
            {...form.getInputProps('purpose')}
          />
          <NativeSelect
            label={t('guardians.paper_answer')}
            data={(['yes', 'no'] as const).map((value) => ({ value, label: t(`family.${value}`) }))}
            {...form.getInputProps('answer')}
          />
          <TextInput
            type="date"
            label={t('guardians.paper_until')}
            min={today}
            {...form.getInputProps('valid_until')}
          />
        </Group>
        <TextInput
          label={t('guardians.paper_note')}
          placeholder={t('guardians.paper_note_hint')}
          {...form.getInputProps('note')}
        />
        <Group>
          <Button type="submit" variant="default" loading={paperConsent.isPending}>
            {t('guardians.paper_save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
