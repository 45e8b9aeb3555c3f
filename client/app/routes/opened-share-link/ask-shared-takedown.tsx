import { useAskSharedTakedown } from '#client/features/sharing/takedowns/api/ask-takedowns.ts';
import { TakedownDialog } from '#client/features/sharing/takedowns/components/takedown-dialog.tsx';
import { isCode } from '#client/lib/error-message.ts';
import { useSession } from '#client/lib/session.ts';
import type { RouterOutputs } from '#client/lib/trpc.ts';

interface AskSharedTakedownProps {
  token: string;
  unlock: string;
  photo: RouterOutputs['openedShareLink']['photos']['photos'][number];
  onPasswordRequired: () => void;
  onClose: () => void;
}

/** Asks to take a photo of a shared gallery down, with or without an account. */
export default function AskSharedTakedown(props: AskSharedTakedownProps) {
  const { token, unlock, photo, onPasswordRequired, onClose } = props;
  const ask = useAskSharedTakedown(token, unlock);
  const { user } = useSession();
  return (
    <TakedownDialog
      photo={photo}
      hasAccount={user !== null}
      send={(request) =>
        ask.mutateAsync(
          { id: photo.id, ...request },
          { onError: (error) => isCode(error, 'link_password_required') && onPasswordRequired() },
        )
      }
      error={ask.error}
      pending={ask.isPending}
      onClose={onClose}
    />
  );
}
