import type { ComponentProps } from 'react';
import { useAskTakedown } from '#client/features/sharing/takedowns/api/ask-takedowns.ts';
import { TakedownDialog } from '#client/features/sharing/takedowns/components/takedown-dialog.tsx';

interface AskTakedownProps {
  photo: ComponentProps<typeof TakedownDialog>['photo'] & { id: string };
  /** Called once the photo is hidden. */
  onAsked?: () => void;
  onClose: () => void;
}

/** Asks to take a photo of a gallery down, with an account. */
export default function AskTakedown({ photo, onAsked, onClose }: AskTakedownProps) {
  const ask = useAskTakedown();
  return (
    <TakedownDialog
      photo={photo}
      hasAccount
      send={async (request) => {
        const asked = await ask.mutateAsync({ id: photo.id, ...request });
        onAsked?.();
        return asked;
      }}
      error={ask.error}
      pending={ask.isPending}
      onClose={onClose}
    />
  );
}
