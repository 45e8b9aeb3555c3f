import { useTranslation } from 'react-i18next';
import {
  type SentPicture,
  searchByPhoto,
} from '#client/features/faces/my-photos/api/add-reference-picture.ts';
import type { FoundPhoto } from '#server/contract/schemas/my-photos.ts';
import { PictureDialog } from './picture-dialog.tsx';
import { useTriedPicture } from './use-tried-picture.ts';

interface PhotoSearchDialogProps {
  onFound: (photos: FoundPhoto[], picture: SentPicture) => void;
  onClose: () => void;
}

/** A picture that is compared with the photos the viewer may see. The server keeps nothing of it. */
export function PhotoSearchDialog({ onFound, onClose }: PhotoSearchDialogProps) {
  const { t } = useTranslation();
  const picture = useTriedPicture(async (sent) => {
    const answer = await searchByPhoto(sent);
    if (answer.state === 'found') onFound(answer.photos, sent);
    return answer;
  });
  return (
    <PictureDialog
      title={t('my_photos.once_title')}
      text={t('my_photos.once_text')}
      several={t('my_photos.once_several')}
      picture={picture}
      onClose={onClose}
    />
  );
}
