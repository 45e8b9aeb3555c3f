import { Alert, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#client/components/ui/forms/form-dialog.tsx';
import { RadioCards } from '#client/components/ui/forms/radio-cards.tsx';
import { reopenable } from '#client/components/ui/forms/reopenable.tsx';
import { toast } from '#client/lib/toast.ts';
import { type RefusedOutside, refusedOutside } from '#server/contract/consent.ts';
import { useSaveClubSettings } from '../api/club-settings.ts';

interface RefusedOutsideDialogProps {
  clubId: string;
  chosen: RefusedOutside;
  onClose: () => void;
}

/** What strangers see of photos with people who refused: the club leaves them out, or blurs these faces. */
export default reopenable(function RefusedOutsideDialog({
  clubId,
  chosen: current,
  onClose,
}: RefusedOutsideDialogProps) {
  const { t } = useTranslation();
  const save = useSaveClubSettings();
  const [chosen] = useState(current);
  const [value, setValue] = useState(chosen);
  const isChanged = value !== chosen;
  const submit = (event?: { preventDefault(): void }) => {
    event?.preventDefault();
    if (!isChanged) return onClose();
    save.mutate(
      { id: clubId, refused_outside: value, seen: { refused_outside: chosen } },
      {
        onSuccess: () => {
          toast.success(t('guardians.refused_outside_saved'));
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('guardians.refused_outside')}
      failed={t('failed.refused_outside')}
      mutation={save}
      dirty={isChanged}
      onClose={onClose}
      onSubmit={submit}
    >
      <Text size="sm">{t('guardians.refused_outside_text')}</Text>
      <RadioCards
        label={t('guardians.refused_outside_label')}
        value={value}
        onChange={setValue}
        choices={refusedOutside.map((choice) => ({
          value: choice,
          name: t(`guardians.refused_outside_choice.${choice}`),
          hint: t(`guardians.refused_outside_hint.${choice}`),
        }))}
      />
      {isChanged && value === 'blur' && <Alert>{t('guardians.refused_outside_warning')}</Alert>}
    </FormDialog>
  );
});
