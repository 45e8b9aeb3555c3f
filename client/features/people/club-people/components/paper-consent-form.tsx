import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { useLanguageCode } from '#client/hooks/use-language-code.ts';
import { useToday } from '#client/hooks/use-today.ts';
import { fieldErrors, fieldText } from '#client/lib/error-message.ts';
import { schemaErrors } from '#client/lib/schema-errors.ts';
import { toast } from '#client/lib/toast.ts';
import { ages } from '#server/contract/ages.ts';
import { type Purpose, purposes } from '#server/contract/consent.ts';
import { validUntilFault } from '#server/contract/date-limits.ts';
import type { ClubPerson } from '#server/contract/schemas/club-people.ts';
import { type PaperConsent, paperConsentInput } from '#server/contract/schemas/family.ts';
import { useGuardianActions } from '../api/guardians.ts';
import { ConsentBadge } from './consent-badges.tsx';
import classes from './paper-consent-form.module.css';
import { whyConsent } from './why-consent.ts';

interface PaperConsentFormProps {
  clubId: string;
  person: Pick<ClubPerson, 'id' | 'consents' | 'born_on' | 'user_id'>;
  /** What was signed before. */
  papers: PaperConsent[];
}

const choices = ['yes', 'no', 'none'] as const;
type Choice = (typeof choices)[number];
const blank = {
  answers: Object.fromEntries(purposes.map((purpose) => [purpose, 'none'])) as Record<Purpose, Choice>,
  note: '',
  valid_until: '',
};

/** Writes down what somebody has signed: one paper, whatever it answers. */
export function PaperConsentForm({ clubId, person, papers }: PaperConsentFormProps) {
  const { t } = useTranslation();
  const today = useToday();
  const language = useLanguageCode();
  const { paperConsent } = useGuardianActions();
  const whole = ({ answers, note, valid_until }: typeof form.values) => ({
    ...{ id: clubId, club_person_id: person.id, language, note, valid_until: valid_until || null },
    answers: purposes.flatMap((purpose) => {
      const answer = answers[purpose];
      return answer === 'none' ? [] : [{ purpose, answer }];
    }),
  });
  const form = useForm({
    initialValues: blank,
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
        form.reset();
      },
      onError: (failure) => form.setErrors(fieldErrors(t, failure)),
    }),
  );
  const whyOf = (purpose: Purpose) => {
    const why = whyConsent(person, purpose, papers, today);
    return why && t(`guardians.why.${why}`, { age: why === 'own' ? ages.adult : ages.ownYes });
  };
  const isBlank = purposes.every((purpose) => form.values.answers[purpose] === 'none');
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text fw={600}>{t('guardians.paper')}</Text>
        <Text size="sm">{t('guardians.paper_text')}</Text>
        <FormError error={paperConsent.error} title={t('failed.paper_consent')} fields={form.values} />
        <ul className={classes.purposes}>
          {purposes.map((purpose) => (
            <li key={purpose}>
              <div className={classes.words}>
                <span>{t(`family.purpose.${purpose}`)}</span>
                <ConsentBadge consent={person.consents[purpose]}>
                  {t(`guardians.state.${person.consents[purpose]}`)}
                </ConsentBadge>
                {whyOf(purpose) && (
                  <Text size="sm" c="dimmed">
                    {whyOf(purpose)}
                  </Text>
                )}
              </div>
              <SegmentedControl
                aria-label={t(`family.purpose.${purpose}`)}
                data={choices.map((value) => ({ value, label: t(`guardians.paper_choice.${value}`) }))}
                {...form.getInputProps(`answers.${purpose}`)}
              />
            </li>
          ))}
        </ul>
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <TextInput
            type="date"
            label={t('guardians.paper_until')}
            min={today}
            {...form.getInputProps('valid_until')}
          />
          <TextInput
            label={t('guardians.paper_note')}
            placeholder={t('guardians.paper_note_hint')}
            {...form.getInputProps('note')}
          />
        </Group>
        <Group>
          <Button type="submit" variant="default" disabled={isBlank} loading={paperConsent.isPending}>
            {t('common.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
