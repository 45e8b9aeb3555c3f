import { IconUser } from '#client/icons/user.ts';
import { croppedFace, type FaceCropSource } from '#client/lib/zoom-to-face.ts';
import classes from './person-avatar.module.css';

/** In pixels, where the place says no other. */
const usualSize = 72;

interface PersonAvatarProps extends FaceCropSource {
  /** In pixels; else what the place says. */
  size?: number;
}

/** The round picture of a person: their face cropped from a photo. Decorative: the name stands beside it. */
export function PersonAvatar({ size, ...source }: PersonAvatarProps) {
  const crop = croppedFace(source, size ?? usualSize);
  return (
    <span
      className={classes.crop}
      style={size ? { inlineSize: size, blockSize: size } : undefined}
      aria-hidden="true"
    >
      {crop ? (
        <img {...crop} alt="" loading="lazy" decoding="async" draggable={false} />
      ) : (
        <IconUser size="45%" stroke={1.5} />
      )}
    </span>
  );
}
