import { IconUser } from '@tabler/icons-react';
import { cropStyle, type FractionBox, zoomToFace } from '#client/lib/zoom-to-face.ts';
import classes from './person-avatar.module.css';

interface PersonAvatarProps {
  url: string | null;
  photoWidth: number | null;
  photoHeight: number | null;
  box: FractionBox | null;
  /** In pixels; else what the place says. */
  size?: number;
}

/** The round picture of a person: their face cropped from a photo. Decorative: the name stands beside it. */
export function PersonAvatar({ url, photoWidth, photoHeight, box, size }: PersonAvatarProps) {
  const crop = url && photoWidth && photoHeight && box && zoomToFace(photoWidth, photoHeight, box);
  return (
    <span
      className={classes.crop}
      style={size ? { inlineSize: size, blockSize: size } : undefined}
      aria-hidden="true"
    >
      {crop ? (
        <img src={url} alt="" loading="lazy" decoding="async" draggable={false} style={cropStyle(crop)} />
      ) : (
        <IconUser size="45%" stroke={1.5} />
      )}
    </span>
  );
}
