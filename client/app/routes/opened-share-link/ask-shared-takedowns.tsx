import { useAskSharedTakedowns } from '#client/features/sharing/takedowns/api/ask-takedowns.ts';
import { TakedownDialog } from '#client/features/sharing/takedowns/components/takedown-dialog.tsx';
import { isCode } from '#client/lib/error-message.ts';
import { useSession } from '#client/lib/session.ts';

interface AskSharedTakedownsProps {
  token: string;
  unlock: string;
  photoIds: readonly string[];
  onAsked: () => void;
  onPasswordRequired: () => void;
  onClose: () => void;
}

/** Asks to take the selected photos of a shared gallery down, with or without an account. */
export default function AskSharedTakedowns(props: AskSharedTakedownsProps) {
  const { token, unlock, photoIds, onAsked, onPasswordRequired, onClose } = props;
  const ask = useAskSharedTakedowns(token, unlock);
  const { user } = useSession();
  return (
    <TakedownDialog
      count={photoIds.length}
      hasAccount={user !== null}
      send={async ({ mark: _, ...request }) => {
        const asked = await ask.mutateAsync(
          { photo_ids: photoIds, ...request },
          { onError: (error) => isCode(error, 'link_password_required') && onPasswordRequired() },
        );
        onAsked();
        return asked;
      }}
      error={ask.error}
      pending={ask.isPending}
      onClose={onClose}
    />
  );
}
