import { useState } from 'react';
import { inRows } from '#client/lib/in-rows.ts';
import type { RouterOutputs } from '#client/lib/trpc.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import { usePeopleInPhoto } from '../../api/list-people.ts';

export type FaceInPhoto = RouterOutputs['faces']['ofPhoto']['faces'][number] & { person: Person };

/** The faces in a photo that belong to somebody of the people shown, as they are read. */
export function useFacesInPhoto(photoId: string, people: readonly Person[]): FaceInPhoto[] {
  const { data } = usePeopleInPhoto(photoId);
  return inRows(
    (data?.faces ?? []).flatMap((face) => {
      const person = people.find(({ id }) => id === face.person_id);
      return person ? [{ ...face, person }] : [];
    }),
  );
}

/** Stands for the first face without a name. */
const FIRST = 'first';

/** Which faces are marked in the viewer, and which one is being named. */
export function useNamingFaces() {
  const [marked, setMarked] = useState(false);
  const [pointed, point] = useState<string>();
  const [naming, setNaming] = useState<{ photoId: string; faceId: string }>();
  return {
    marked,
    /** The face whose name in the list is pointed at. */
    pointed,
    point,
    /** Marks all faces and begins with the first that has no name, or stops. */
    toggle: (photoId: string) => {
      setMarked(!marked);
      setNaming(marked ? undefined : { photoId, faceId: FIRST });
    },
    current: (photoId: string, faces: readonly FaceInPhoto[]) =>
      naming?.photoId === photoId
        ? faces.find(({ id, person }) =>
            naming.faceId === FIRST ? !person.shown_name : id === naming.faceId,
          )
        : undefined,
    name: (photoId: string, faceId: string) => setNaming({ photoId, faceId }),
    /** Unless another one has been begun meanwhile. */
    leave: (faceId: string | undefined) =>
      setNaming((now) => (now === naming ? (now && faceId ? { ...now, faceId } : undefined) : now)),
  };
}
export type NamingFaces = ReturnType<typeof useNamingFaces>;
