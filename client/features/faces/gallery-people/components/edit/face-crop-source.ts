import type { FaceCropSource } from '#client/lib/zoom-to-face.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';

export function cropSourceOfPerson(person: Person): FaceCropSource {
  return {
    url: person.representative_photo_url,
    photoWidth: person.representative_photo_width,
    photoHeight: person.representative_photo_height,
    box: person.representative_bounding_box,
  };
}

interface FaceLike {
  photo_url: string;
  photo_width: number;
  photo_height: number;
  bounding_box: { x: number; y: number; w: number; h: number };
}

export function cropSourceOfFace(face: FaceLike | null): FaceCropSource {
  return {
    url: face?.photo_url ?? null,
    photoWidth: face?.photo_width ?? null,
    photoHeight: face?.photo_height ?? null,
    box: face?.bounding_box ?? null,
  };
}
