import { IconUser } from '@tabler/icons-react';
import { cropStyle, cropToFace, type FractionBox } from '#client/lib/crop-to-face.ts';
import classes from './face-crop.module.css';

export interface FaceCropSource {
  url: string | null;
  photoWidth: number | null;
  photoHeight: number | null;
  box: FractionBox | null;
}

const closest = 12;
const enoughPixels = 90;

/** A cropped face. A small face is cropped from a larger rendition. */
export function FaceCrop({ url, photoWidth, photoHeight, box }: FaceCropSource) {
  const known = url && photoWidth && photoHeight && box;
  if (!known)
    return (
      <span className={classes.crop} aria-hidden="true">
        <IconUser size={48} stroke={1.2} />
      </span>
    );
  const crop = cropToFace(photoWidth, photoHeight, box, closest);
  const shown = (800 / Math.max(photoWidth, photoHeight)) * box.w * photoWidth;
  return (
    <span className={classes.crop} aria-hidden="true">
      <img
        src={shown < enoughPixels ? url.replace('size=medium', 'size=large') : url}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        style={cropStyle(crop)}
      />
    </span>
  );
}
