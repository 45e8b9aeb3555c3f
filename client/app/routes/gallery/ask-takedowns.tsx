import { useAskTakedowns } from '#client/features/sharing/takedowns/api/ask-takedowns.ts';
import { TakedownDialog } from '#client/features/sharing/takedowns/components/takedown-dialog.tsx';

interface AskTakedownsProps {
  galleryId: string;
  photoIds: readonly string[];
  onAsked: () => void;
  onClose: () => void;
}

/** Asks to take the selected photos of a gallery down, with an account. */
export default function AskTakedowns({ galleryId, photoIds, onAsked, onClose }: AskTakedownsProps) {
  const ask = useAskTakedowns(galleryId);
  return (
    <TakedownDialog
      count={photoIds.length}
      hasAccount
      send={async ({ mark: _, ...request }) => {
        const asked = await ask.mutateAsync({ photo_ids: photoIds, ...request });
        onAsked();
        return asked;
      }}
      error={ask.error}
      pending={ask.isPending}
      onClose={onClose}
    />
  );
}
