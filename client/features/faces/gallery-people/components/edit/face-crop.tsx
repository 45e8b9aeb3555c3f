import { IconUser } from '@tabler/icons-react';
import { cropStyle, type FractionBox, zoomToFace } from '#client/lib/zoom-to-face.ts';
import { pictureUrlOfSize } from '#server/contract/picture-url.ts';
import { renditionSize } from '#server/contract/rendition-sizes.ts';
import classes from './face-crop.module.css';

export interface FaceCropSource {
  url: string | null;
  photoWidth: number | null;
  photoHeight: number | null;
  box: FractionBox | null;
}

/** Width in pixels below which a face is cropped from the large rendition. */
const enoughPixels = 90;

/** A cropped face, from the medium rendition or, when it is small, from the large one. */
export function FaceCrop({ url, photoWidth, photoHeight, box }: FaceCropSource) {
  const known = url && photoWidth && photoHeight && box;
  if (!known)
    return (
      <span className={classes.crop} aria-hidden="true">
        <IconUser size={48} stroke={1.2} />
      </span>
    );
  const crop = zoomToFace(photoWidth, photoHeight, box, Number.POSITIVE_INFINITY);
  const shown = renditionSize({ width: photoWidth, height: photoHeight }, 'medium').width * box.w;
  return (
    <span className={classes.crop} aria-hidden="true">
      <img
        src={shown < enoughPixels ? pictureUrlOfSize(url, 'large') : url}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        style={cropStyle(crop)}
      />
    </span>
  );
}
