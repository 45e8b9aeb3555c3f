import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { toast } from '#client/lib/toast.ts';
import type { BackupStatus } from '#server/contract/schemas/backups.ts';
import { useMakeBackup } from '../api/make-backup.ts';

/** Begins a backup, in a folder that is named here where the operator has set none. */
export function BackUpNow({ status: { is_set_up, folder, latest } }: { status: BackupStatus }) {
  const { t } = useTranslation();
  const make = useMakeBackup();
  const [typed, setTyped] = useState(folder ?? '');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate(is_set_up ? {} : { folder: typed }, {
          onSuccess: () => toast.success(t('backups.begun')),
        });
      }}
    >
      <Stack gap="md">
        <FormError error={make.error} title={t('failed.backup')} />
        {!is_set_up && (
          <TextInput
            maw={420}
            label={t('backups.folder')}
            description={t('backups.folder_hint')}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
          />
        )}
        <Group>
          <Button
            type="submit"
            variant="default"
            loading={make.isPending}
            disabled={latest?.is_running || (!is_set_up && typed.trim() === '')}
          >
            {t('backups.now')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
