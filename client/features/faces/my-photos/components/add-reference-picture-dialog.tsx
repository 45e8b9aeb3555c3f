import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PicturePurpose } from '#client/features/faces/my-photos/api/add-reference-picture.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { FewerPhotos } from './fewer-photos.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import { type Fewer, useKeepReference } from './use-keep-reference.ts';
import { useTriedPicture } from './use-tried-picture.ts';

interface AddReferenceDialogProps {
  purpose: PicturePurpose;
  member: { id: string; shown_name: string };
  onClose: () => void;
}

/** A picture of somebody's face: chosen, tried, and kept only after the result was seen. */
export default function AddReferencePictureDialog({ purpose, member, onClose }: AddReferenceDialogProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const send = useKeepReference(purpose);
  const [fewer, setFewer] = useState<Fewer[]>([]);
  const name = member.shown_name;
  const picture = useTriedPicture(async (sent, keep) => {
    const { answer, fewer: less } = await send(member, sent, keep);
    if (less.length > 0) setFewer(less);
    else if (answer.state === 'saved') onClose();
    return answer;
  });
  const { file, face, answer } = picture.tried ?? {};
  const isTried = answer?.state === 'tried';
  const isSaved = answer?.state === 'saved' && fewer.length > 0;
  const resultOf = ({ photos, galleries }: { photos: number | null; galleries: number | null }) => {
    if (photos === null || galleries === null) return t('my_photos.would_serve');
    if (photos === 0) return t('my_photos.would_find_none');
    const found = t('galleries.found', { count: galleries, n: number(galleries) });
    return t('my_photos.would_find', { count: photos, n: number(photos), galleries: found });
  };
  return (
    <PictureDialog
      title={t('my_photos.enrol_title', { name })}
      text={t(`my_photos.enrol_text.${purpose}`, { name })}
      several={t('my_photos.several_faces', { name })}
      picture={picture}
      onClose={onClose}
      result={
        isTried ? (
          <Alert color="green">{resultOf(answer)}</Alert>
        ) : (
          isSaved && <FewerPhotos name={name} fewer={fewer} />
        )
      }
      action={
        isSaved ? (
          <Button onClick={onClose}>{t('common.close')}</Button>
        ) : (
          file &&
          isTried && (
            <Button loading={picture.busy} onClick={() => void picture.attempt(file, face, true)}>
              {t('my_photos.keep_picture')}
            </Button>
          )
        )
      }
    />
  );
}
