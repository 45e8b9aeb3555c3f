import { Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#client/components/ui/forms/form-dialog.tsx';
import { isCode } from '#client/lib/error-message.ts';
import { toast } from '#client/lib/toast.ts';
import { inputLimits } from '#server/contract/input-limits.ts';
import { dayMs, lifetimes } from '#server/contract/lifetimes.ts';
import type { TakedownRequest } from '#server/contract/schemas/takedowns.ts';
import { type Mark, MarkedPhoto } from './marked-photo.tsx';

interface TakedownDialogProps {
  /** Nobody is pointed at in several photos. */
  photo?: { filename: string; width: number; height: number; thumbnail_urls: { medium: string } };
  /** How many photos it is about. */
  count?: number;
  /** Whether the asker has an account, and is told of the decision there. */
  hasAccount: boolean;
  send: (request: TakedownRequest) => Promise<{ hides: boolean }>;
  error: unknown;
  pending: boolean;
  onClose: () => void;
}

/** Asks to take photos down: one as a whole or because of the face that is tapped; reason and contact are optional. */
export function TakedownDialog(props: TakedownDialogProps) {
  const { photo, count = 1, hasAccount, send, error, pending, onClose } = props;
  const { t } = useTranslation();
  const [mark, setMark] = useState<Mark | null>(null);
  const form = useForm({ initialValues: { reason: '', contact: '' } });
  const submit = form.onSubmit(async (values) => {
    let hides = true;
    try {
      ({ hides } = await send({ ...values, mark }));
    } catch (failure) {
      // Somebody else was faster: what was asked for is so.
      if (!isCode(failure, 'takedown_in_force')) return; // shown by the dialog
    }
    if (hides) toast.success(t('takedowns.hidden_now', { count }));
    else toast.info(t('takedowns.asked_only', { count }));
    onClose();
  });
  return (
    <FormDialog
      title={t('takedowns.ask_count', { count })}
      submit={t('takedowns.submit', { count })}
      onClose={onClose}
      onSubmit={submit}
      mutation={{ error, isPending: pending }}
      failed={t('failed.takedown_ask')}
      form={form}
    >
      <Text>{t('takedowns.what_happens', { count })}</Text>
      {photo && (
        <Stack gap={6}>
          <MarkedPhoto
            photo={photo}
            url={photo.thumbnail_urls.medium}
            alt={photo.filename}
            mark={mark}
            onMark={setMark}
            maxHeight={240}
          />
          <Text size="sm" c="dimmed">
            {t('takedowns.point')}
          </Text>
        </Stack>
      )}
      <Textarea
        label={t('takedowns.reason')}
        description={t('takedowns.reason_hint', { days: lifetimes.takedownReasonKeptMs / dayMs })}
        autosize
        minRows={2}
        maxLength={inputLimits.takedownReasonMax}
        {...form.getInputProps('reason')}
      />
      {!hasAccount && (
        <TextInput
          label={t('takedowns.contact')}
          description={t('takedowns.contact_hint')}
          maxLength={inputLimits.nameMax}
          {...form.getInputProps('contact')}
        />
      )}
    </FormDialog>
  );
}
