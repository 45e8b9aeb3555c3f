import { useState } from 'react';
import type { Point, SentPicture } from '#client/features/my-photos/api/add-reference.ts';

interface Tried<A> {
  file: File;
  face?: Point | undefined;
  answer?: A;
  error?: unknown;
}

/** A picture that was sent, and what the server answered; sent again with the right face where there are several. */
export function useTriedPicture<A>(send: (picture: SentPicture, keep: boolean) => Promise<A>) {
  const [tried, setTried] = useState<Tried<A>>();
  const [busy, setBusy] = useState(false);
  const attempt = async (file: File, face?: Point, keep = false) => {
    setBusy(true);
    setTried((before) => (keep ? before : { file, face }));
    try {
      setTried({ file, face, answer: await send({ file, face }, keep) });
    } catch (error) {
      setTried({ file, face, error });
    } finally {
      setBusy(false);
    }
  };
  return { tried, busy, attempt };
}
