import { Alert, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { sendReferencePicture } from '#client/features/my-photos/api/add-reference-picture.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { toast } from '#client/lib/toast.ts';
import { useChangeFound } from '../api/my-photos.ts';
import { PictureDialog } from './picture-dialog.tsx';
import { useTriedPicture } from './use-tried-picture.ts';

interface AddReferenceDialogProps {
  member: { id: string; shown_name: string };
  onClose: () => void;
}

/** A picture by which somebody is found: chosen, tried, and kept only after the result was seen. */
export function AddReferencePictureDialog({ member, onClose }: AddReferenceDialogProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { refresh } = useChangeFound();
  const name = member.shown_name;
  const picture = useTriedPicture(async (sent, keep) => {
    const answer = await sendReferencePicture(member.id, sent, keep);
    if (answer.state === 'saved') {
      await refresh();
      toast.success(t('my_photos.picture_kept', { name }));
      onClose();
    }
    return answer;
  });
  const { file, face, answer } = picture.tried ?? {};
  const isTried = answer?.state === 'tried';
  return (
    <PictureDialog
      title={t('my_photos.enrol_title', { name })}
      text={t('my_photos.enrol_text', { name })}
      several={t('my_photos.several_faces', { name })}
      picture={picture}
      onClose={onClose}
      result={
        isTried && (
          <Alert color="green">
            {answer.photos === 0
              ? t('my_photos.would_find_none')
              : t('my_photos.would_find', {
                  count: answer.photos,
                  n: number(answer.photos),
                  galleries: t('galleries.found', {
                    count: answer.galleries,
                    n: number(answer.galleries),
                  }),
                })}
          </Alert>
        )
      }
      action={
        file &&
        isTried && (
          <Button loading={picture.busy} onClick={() => void picture.attempt(file, face, true)}>
            {t('my_photos.keep_picture')}
          </Button>
        )
      }
    />
  );
}
