import { Button, NativeSelect, Skeleton, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { FormDialog } from '#client/components/ui/forms/form-dialog.tsx';
import { reopenable } from '#client/components/ui/forms/reopenable.tsx';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import { useLanguageCode } from '#client/hooks/use-language-code.ts';
import { fieldErrors } from '#client/lib/error-message.ts';
import { schemaErrors } from '#client/lib/schema-errors.ts';
import { toast } from '#client/lib/toast.ts';
import { type Purpose, purposes } from '#server/contract/consent.ts';
import { type LanguageCode, languageCodes } from '#server/contract/languages.ts';
import { type ConsentTextInForce, saveConsentTextInput } from '#server/contract/schemas/consent-texts.ts';
import { useConsentTexts, useGuardianActions } from '../api/guardians.ts';
import classes from './consent-texts.module.css';

interface ConsentTextsDialogProps {
  clubId: string;
  onClose: () => void;
}

/** The words in which a club asks its families, and how they read them. */
export default function ConsentTextsDialog({ clubId, onClose }: ConsentTextsDialogProps) {
  const { t } = useTranslation();
  const [purpose, setPurpose] = useState<Purpose>('find');
  const { data, error, refetch } = useConsentTexts(clubId);
  if (data)
    return (
      <TextForm
        key={purpose}
        clubId={clubId}
        texts={data.texts.filter((text) => text.purpose === purpose)}
        purpose={purpose}
        onPurpose={setPurpose}
        onClose={onClose}
      />
    );
  return (
    <Dialog opened onClose={onClose} title={t('guardians.texts_title')}>
      {error ? (
        <ErrorState title={t('failed.club_people_load')} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton h={320} />
      )}
    </Dialog>
  );
}

interface TextFormProps extends ConsentTextsDialogProps {
  texts: ConsentTextInForce[];
  purpose: Purpose;
  onPurpose: (purpose: Purpose) => void;
}

type Bodies = Record<LanguageCode, string>;
const bodiesOf = (texts: ConsentTextInForce[], field: 'body' | 'release_body') =>
  Object.fromEntries(texts.map((text) => [text.language, text[field]])) as Bodies;

const TextForm = reopenable(function TextForm({ clubId, texts, purpose, onPurpose, onClose }: TextFormProps) {
  const { t } = useTranslation();
  const language = useLanguageCode();
  const { saveConsentText } = useGuardianActions();
  const form = useForm({
    initialValues: { bodies: bodiesOf(texts, 'body') },
    validate: (values) => schemaErrors(t, saveConsentTextInput, { id: clubId, purpose, ...values }),
  });
  const version = texts.find((text) => text.body !== text.release_body)?.version;
  const submit = form.onSubmit(({ bodies }) =>
    saveConsentText.mutate(
      { id: clubId, purpose, bodies, seen: form.getInitialValues() },
      {
        onSuccess: () => {
          toast.success(t('guardians.texts_saved'));
          onClose();
        },
        onError: (failure) => form.setErrors(fieldErrors(t, failure)),
      },
    ),
  );
  return (
    <FormDialog
      title={t('guardians.texts_title')}
      size="lg"
      failed={t('failed.consent_texts')}
      mutation={saveConsentText}
      dirty={form.isDirty()}
      fields={{ 'bodies.en': '', 'bodies.de': '' }}
      onClose={onClose}
      onSubmit={submit}
      aside={
        <Button variant="subtle" onClick={() => form.setValues({ bodies: bodiesOf(texts, 'release_body') })}>
          {t('guardians.texts_standard')}
        </Button>
      }
    >
      <Text size="sm">{t('guardians.texts_text')}</Text>
      <NativeSelect
        label={t('guardians.texts_purpose')}
        value={purpose}
        disabled={form.isDirty()}
        data={purposes.map((value) => ({ value, label: t(`family.purpose.${value}`) }))}
        onChange={(event) => onPurpose(event.currentTarget.value as Purpose)}
      />
      <Text size="sm">
        {version ? t('guardians.texts_version', { version }) : t('guardians.texts_release')}
      </Text>
      {languageCodes.map((code) => (
        <Textarea
          key={code}
          label={t(`guardians.texts_language.${code}`)}
          autosize
          minRows={4}
          maxRows={10}
          lang={code}
          {...form.getInputProps(`bodies.${code}`)}
        />
      ))}
      <section className={classes.preview} aria-label={t('guardians.texts_preview')}>
        <Text size="sm" c="dimmed">
          {t('guardians.texts_preview')}
        </Text>
        <Text fw={600}>{t(`family.purpose.${purpose}`)}</Text>
        <p className={classes.body}>{form.values.bodies[language]}</p>
      </section>
      <Text size="sm">{t('guardians.texts_answers')}</Text>
    </FormDialog>
  );
});
