import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import type { SecondFactorSetup } from '#server/contract/schemas/second-factor.ts';
import type { useChangeSecondFactor } from '../api/second-factor.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUpSecondFactor } from './set-up-second-factor.tsx';

interface SecondFactorDialogProps {
  /** A set-up to be confirmed, or recovery codes. */
  shown: SecondFactorSetup | string[];
  confirm: ReturnType<typeof useChangeSecondFactor>['confirm'];
  onClose: () => void;
}

/** Codes are shown once: only who says that they are kept closes them. */
const keepOpen = () => undefined;

/** Sets up an authenticator app, then shows the recovery codes; or shows new ones. */
export default function SecondFactorDialog({ shown, confirm, onClose }: SecondFactorDialogProps) {
  const { t } = useTranslation();
  const [made, setMade] = useState<string[]>();
  const codes = made ?? (Array.isArray(shown) ? shown : undefined);
  const title = t(codes ? 'second_factor.recovery_title' : 'second_factor.title');
  return (
    <Dialog
      opened
      onClose={codes ? keepOpen : onClose}
      title={title}
      size="md"
      closeOnClickOutside={false}
      withCloseButton={!codes}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <SetUpSecondFactor
          setup={shown as SecondFactorSetup}
          confirm={confirm}
          onCodes={setMade}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}
