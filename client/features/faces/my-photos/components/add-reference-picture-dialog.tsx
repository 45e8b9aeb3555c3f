import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type PicturePurpose,
  sendReferencePicture,
} from '#client/features/faces/my-photos/api/add-reference-picture.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { toast } from '#client/lib/toast.ts';
import { useMyFamily } from '../api/my-family.ts';
import { useAskPhotoCounts, useRefreshFound } from '../api/my-photos.ts';
import { isSomebodyElse } from '../shown-names.ts';
import { PictureDialog } from './picture-dialog.tsx';
import { useTriedPicture } from './use-tried-picture.ts';

interface AddReferenceDialogProps {
  purpose: PicturePurpose;
  member: { id: string; shown_name: string };
  onClose: () => void;
}

/** A picture of somebody's face: chosen, tried, and kept only after the result was seen. */
export function AddReferencePictureDialog({ purpose, member, onClose }: AddReferenceDialogProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const refresh = useRefreshFound();
  const askCounts = useAskPhotoCounts();
  const family = useMyFamily().data?.members ?? [];
  /** Of whom photos are not shown any more, because they may be of `member`. */
  const [fewer, setFewer] = useState<{ id: string; other: string; count: number }[]>([]);
  const name = member.shown_name;
  const picture = useTriedPicture(async (sent, keep) => {
    const own = family.find(({ id }) => id === member.id);
    const asksCounts = keep && purpose === 'find';
    const others = family.filter(
      (other) => asksCounts && own && other.find === 'yes' && isSomebodyElse(own, other),
    );
    // Without these numbers the picture is kept all the same.
    const counts = () => askCounts(others.map(({ id }) => id)).catch(() => []);
    const before = await counts();
    const answer = await sendReferencePicture(purpose, member.id, sent, keep);
    if (answer.state === 'saved') {
      await refresh();
      const after = await counts();
      const less = others
        .map(({ id, shown_name }, i) => ({
          id,
          other: shown_name,
          count: (before[i] ?? 0) - (after[i] ?? before[i] ?? 0),
        }))
        .filter(({ count }) => count > 0);
      toast.success(t(`my_photos.picture_kept.${purpose}`, { name }));
      if (less.length > 0) setFewer(less);
      else onClose();
    }
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
          isSaved && (
            <Alert>
              {fewer.map(({ id, other, count }) => (
                <div key={id}>{t('my_photos.now_asked', { name, other, count, n: number(count) })}</div>
              ))}
            </Alert>
          )
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
