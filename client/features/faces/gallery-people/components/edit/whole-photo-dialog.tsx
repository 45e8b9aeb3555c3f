import { useTranslation } from 'react-i18next';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import { boxStyle } from '#client/lib/box-style.ts';
import type { FaceCropSource } from '#client/lib/zoom-to-face.ts';
import { pictureUrlOfSize } from '#server/contract/picture-url.ts';
import classes from './whole-photo-dialog.module.css';

/** The whole photo of a face, with the face marked, because its context helps to recognise a person. */
export function WholePhotoDialog({
  cropSource,
  onClose,
}: {
  cropSource: FaceCropSource | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { url, box, photoWidth, photoHeight } = cropSource ?? {};
  return (
    <Dialog
      opened={cropSource !== undefined}
      onClose={onClose}
      closeOnEscape={false}
      title={t('gallery_people.whole_photo')}
      size="xl"
      zIndex={260}
    >
      {url && box && (
        <div className={classes.photo} style={{ aspectRatio: `${photoWidth} / ${photoHeight}` }}>
          <img src={pictureUrlOfSize(url, 'large')} alt="" />
          <span className={classes.mark} style={boxStyle(box)} />
        </div>
      )}
    </Dialog>
  );
}
