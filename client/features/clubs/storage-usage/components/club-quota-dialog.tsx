import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#client/components/ui/forms/form-dialog.tsx';
import { reopenable } from '#client/components/ui/forms/reopenable.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { toast } from '#client/lib/toast.ts';
import { useSetClubQuota } from '../api/club-quota.ts';
import { parseGigabytes, toGigabytes } from './gigabytes.ts';

interface ClubQuotaDialogProps {
  club: { id: string; name: string; bytes: number; quota_bytes: number | null };
  onClose: () => void;
}

/** The most room that the photos of a club may take. An empty field lifts the limit. */
export const ClubQuotaDialog = reopenable(function ClubQuotaDialog({
  club: current,
  onClose,
}: ClubQuotaDialogProps) {
  const { t, i18n } = useTranslation();
  const { bytes } = useFormat();
  const save = useSetClubQuota();
  const [club] = useState(current);
  const before =
    club.quota_bytes === null
      ? ''
      : toGigabytes(club.quota_bytes).toLocaleString(i18n.language, {
          useGrouping: false,
          maximumFractionDigits: 3,
        });
  const [text, setText] = useState(before);
  const [sent, setSent] = useState(false);
  const quota = text.trim() === '' ? null : parseGigabytes(text);
  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault();
    setSent(true);
    if (quota === undefined) return;
    if (text === before) return onClose();
    save.mutate(
      { id: club.id, quota_bytes: quota, seen: { quota_bytes: club.quota_bytes } },
      {
        onSuccess: () => {
          toast.success(
            quota === null
              ? t('storage_usage.quota_lifted', { club: club.name })
              : t('storage_usage.quota_saved', { club: club.name, quota: bytes(quota) }),
          );
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('storage_usage.quota_title', { club: club.name })}
      failed={t('failed.club_quota')}
      mutation={save}
      dirty={text !== before}
      onClose={onClose}
      onSubmit={submit}
    >
      <Text size="sm">{t('storage_usage.quota_text', { used: bytes(club.bytes) })}</Text>
      <TextInput
        label={t('storage_usage.quota_gigabytes')}
        description={t('storage_usage.quota_empty')}
        inputMode="decimal"
        autoComplete="off"
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={sent && quota === undefined && t('storage_usage.quota_invalid')}
      />
    </FormDialog>
  );
});
