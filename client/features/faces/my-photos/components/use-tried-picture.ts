import { useState } from 'react';
import type { Point, SentPicture } from '#client/features/faces/my-photos/api/add-reference-picture.ts';
import type { SentReferencePicture } from '#server/contract/schemas/my-photos.ts';

export type Several = Extract<SentReferencePicture, { state: 'choose_face' }>;

interface Tried<A> {
  file: File;
  face?: Point | undefined;
  /** The faces to choose from where there are several; they stay when one of them is chosen. */
  faces: Several['faces'];
  answer?: A;
  error?: unknown;
}

/** A picture that was sent, and what the server answered; sent again with the right face where there are several. */
export function useTriedPicture<A extends Several | { state: 'tried' | 'saved' | 'found' }>(
  send: (picture: SentPicture, keep: boolean) => Promise<A>,
) {
  const [tried, setTried] = useState<Tried<A>>();
  const [busy, setBusy] = useState(false);
  const attempt = async (file: File, face?: Point, keep = false) => {
    if (busy) return;
    setBusy(true);
    const faces = tried?.file === file ? tried.faces : [];
    setTried((before) => (keep ? before : { file, face, faces }));
    try {
      const answer = await send({ file, face }, keep);
      setTried({ file, face, answer, faces: answer.state === 'choose_face' ? answer.faces : faces });
    } catch (error) {
      setTried({ file, face, faces, error });
    } finally {
      setBusy(false);
    }
  };
  return { tried, busy, attempt };
}
