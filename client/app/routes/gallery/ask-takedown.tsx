import { useAskTakedown } from '#client/features/takedowns/api/takedowns.ts';
import { TakedownDialog } from '#client/features/takedowns/components/takedown-dialog.tsx';
import type { Photo } from '#server/contract/schemas/photos.ts';

/** Asks to take a photo of a gallery down, with an account. */
export default function AskTakedown({ photo, onClose }: { photo: Photo; onClose: () => void }) {
  const ask = useAskTakedown();
  return (
    <TakedownDialog
      photo={photo}
      hasAccount
      send={(request) => ask.mutateAsync({ id: photo.id, ...request })}
      error={ask.error}
      pending={ask.isPending}
      onClose={onClose}
    />
  );
}
