import { IconUser } from '#client/icons/user.ts';
import { croppedFace, type FaceCropSource } from '#client/lib/zoom-to-face.ts';
import classes from './face-crop.module.css';

/** In pixels, about. */
const windowSize = 164;

/** A cropped face. */
export function FaceCrop(source: FaceCropSource) {
  const crop = croppedFace(source, windowSize);
  return (
    <span className={classes.crop} aria-hidden="true">
      {crop ? (
        <img {...crop} alt="" loading="lazy" decoding="async" draggable={false} />
      ) : (
        <IconUser size={48} stroke={1.2} />
      )}
    </span>
  );
}
