import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#client/components/ui/forms/form-dialog.tsx';
import { reopenable } from '#client/components/ui/forms/reopenable.tsx';
import { inputLimits } from '#server/contract/input-limits.ts';
import type { usePasskeys } from '../api/passkeys.ts';

interface RenamePasskeyDialogProps {
  passkey: { id: string; name: string };
  rename: ReturnType<typeof usePasskeys>['rename'];
  onClose: () => void;
}

/** A name by which its owner knows where a passkey is. */
export const RenamePasskeyDialog = reopenable(function RenamePasskeyDialog({
  passkey,
  rename,
  onClose,
}: RenamePasskeyDialogProps) {
  const { t } = useTranslation();
  const [before] = useState(passkey.name);
  const [name, setName] = useState(before);
  return (
    <FormDialog
      title={t('passkeys.rename_title')}
      mutation={rename}
      dirty={name !== before}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        rename.mutate({ id: passkey.id, name, seen: { name: before } }, { onSuccess: onClose });
      }}
    >
      <TextInput
        label={t('passkeys.name')}
        autoComplete="off"
        data-autofocus
        maxLength={inputLimits.passkeyNameMax}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  );
});
