import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconCheck } from '#client/icons/check.ts';
import { errorMessage, fieldErrors } from '#client/lib/error-message.ts';

interface SavedFieldProps extends Pick<TextInputProps, 'label' | 'description' | 'type' | 'min'> {
  /** Of the field in errors of the server. */
  name: string;
  value: string;
  save: (value: string) => Promise<unknown>;
}

/** A field that is saved when it is left, and says so. Emptied, it becomes again what it was. */
export function SavedField({ name, value, save, ...props }: SavedFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<unknown>();
  const [saved, setSaved] = useState(false);
  const leave = async () => {
    const wanted = typed?.trim();
    if (!wanted || wanted === value) return setTyped(undefined);
    try {
      await save(wanted);
      setTyped(undefined);
      setError(undefined);
      setSaved(true);
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <TextInput
      {...props}
      value={typed ?? value}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        setSaved(false);
      }}
      onBlur={() => void leave()}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      rightSection={
        saved && (
          <span role="status" aria-label={t('add_photos.saved')}>
            <IconCheck size={18} stroke={2} />
          </span>
        )
      }
      error={error ? (fieldErrors(t, error)[name] ?? errorMessage(t, error)) : null}
    />
  );
}
