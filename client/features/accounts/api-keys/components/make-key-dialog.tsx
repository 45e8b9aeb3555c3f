import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#client/components/ui/elements/copy-button.tsx';
import { FormDialog } from '#client/components/ui/forms/form-dialog.tsx';
import { RadioCards } from '#client/components/ui/forms/radio-cards.tsx';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import { useToday } from '#client/hooks/use-today.ts';
import { fieldErrors, fieldText } from '#client/lib/error-message.ts';
import { addYears } from '#server/contract/calendar-dates.ts';
import { lastDayFault, latestLastDay, validUntilFault } from '#server/contract/date-limits.ts';
import { inputLimits } from '#server/contract/input-limits.ts';
import { type KeyScope, keyScopes } from '#server/contract/key-scopes.ts';
import { useCreateKey, useGalleriesToUploadTo } from '../api/api-keys.ts';

/** Makes a key, and shows it once. */
export default function MakeKeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const today = useToday();
  const create = useCreateKey();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<KeyScope>('upload');
  const [gallery, setGallery] = useState<string | null>(null);
  const [lastDay, setLastDay] = useState(addYears(today, 1));
  const galleries = useGalleriesToUploadTo(scope === 'upload');
  if (create.data) return <NewKey value={create.data.key} onClose={onClose} />;
  const fields = fieldErrors(t, create.error);
  const fault = validUntilFault(lastDay, today) ?? lastDayFault(lastDay, today);
  return (
    <FormDialog
      title={t('api_keys.make_title')}
      submit={t('api_keys.make')}
      mutation={create}
      fields={{ name, last_day: lastDay }}
      dirty={name !== ''}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (lastDay && fault) return;
        const one = scope === 'upload' && gallery ? { gallery_id: gallery } : {};
        create.mutate({ name, scope, last_day: lastDay, ...one });
      }}
    >
      <TextInput
        label={t('api_keys.name')}
        description={t('api_keys.name_hint')}
        autoComplete="off"
        data-autofocus
        maxLength={inputLimits.apiKeyNameMax}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={fields.name}
      />
      <RadioCards
        label={t('api_keys.scope')}
        value={scope}
        onChange={setScope}
        choices={keyScopes.map((value) => ({
          value,
          name: t(`api_keys.scopes.${value}`),
          hint: t(`api_keys.hints.${value}`),
        }))}
      />
      {scope === 'upload' && galleries.length > 0 && (
        <Select
          label={t('api_keys.where')}
          placeholder={t('api_keys.everywhere')}
          data={galleries.map(({ id, name: label }) => ({ value: id, label }))}
          value={gallery}
          onChange={setGallery}
          clearable
          searchable
        />
      )}
      <TextInput
        type="date"
        label={t('api_keys.last_day')}
        min={today}
        max={latestLastDay(today)}
        value={lastDay}
        onChange={(event) => setLastDay(event.currentTarget.value)}
        error={fields.last_day ?? (lastDay && fault && fieldText(t, fault))}
      />
    </FormDialog>
  );
}

function NewKey({ value, onClose }: { value: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog opened onClose={onClose} title={t('api_keys.made_title')} closeOnClickOutside={false}>
      <Stack gap="md">
        <Text>{t('api_keys.made_text')}</Text>
        <TextInput
          label={t('api_keys.key')}
          value={value}
          readOnly
          data-autofocus
          onFocus={(focus) => focus.currentTarget.select()}
        />
        <Group justify="flex-end" gap="sm">
          <CopyButton value={value} label={t('api_keys.copy')} />
          <Button onClick={onClose}>{t('api_keys.done')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
