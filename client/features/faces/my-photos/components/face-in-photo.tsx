import { PersonAvatar } from '#client/components/ui/elements/person-avatar.tsx';
import type { FractionBox } from '#client/lib/zoom-to-face.ts';

interface FaceInPhotoProps {
  photo: { width: number; height: number; thumbnail_urls: { large: string } };
  box: FractionBox;
  /** In pixels. */
  size: number;
}

/** The round picture of the face at this place of a photo. Decorative, as PersonAvatar is. */
export const FaceInPhoto = ({ photo, box, size }: FaceInPhotoProps) => (
  <PersonAvatar
    url={photo.thumbnail_urls.large}
    photoWidth={photo.width}
    photoHeight={photo.height}
    box={box}
    size={size}
  />
);
