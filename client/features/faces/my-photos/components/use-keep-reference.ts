import { useTranslation } from 'react-i18next';
import { toast } from '#client/lib/toast.ts';
import type { SentReferencePicture } from '#server/contract/schemas/my-photos.ts';
import { type PicturePurpose, type SentPicture, sendReferencePicture } from '../api/add-reference-picture.ts';
import { useMyFamily } from '../api/my-family.ts';
import { useAskPhotoCounts, useRefreshFound } from '../api/my-photos.ts';
import { isSomebodyElse } from '../shown-names.ts';

/** Of whom photos are not shown any more, because they may be of the one whose picture was kept. */
export type Fewer = { id: string; other: string; count: number };
type Member = { id: string; shown_name: string };

/** Tries a picture of somebody's face, or keeps it and says so. */
export function useKeepReference(purpose: PicturePurpose) {
  const { t } = useTranslation();
  const refresh = useRefreshFound();
  const askCounts = useAskPhotoCounts();
  const family = useMyFamily().data?.members ?? [];
  return async (
    { id, shown_name: name }: Member,
    sent: SentPicture,
    keep: boolean,
  ): Promise<{ answer: SentReferencePicture; fewer: Fewer[] }> => {
    const own = family.find((member) => member.id === id);
    const asksCounts = keep && purpose === 'find';
    const others = family.filter(
      (other) => asksCounts && own && other.find === 'yes' && isSomebodyElse(own, other),
    );
    // Without these numbers the picture is kept all the same.
    const counts = () => askCounts(others.map((other) => other.id)).catch(() => []);
    const before = await counts();
    const answer = await sendReferencePicture(purpose, id, sent, keep);
    if (answer.state !== 'saved') return { answer, fewer: [] };
    await refresh();
    const after = await counts();
    toast.success(t(`my_photos.picture_kept.${purpose}`, { name }));
    const fewer = others.map(({ id: otherId, shown_name }, i) => ({
      ...{ id: otherId, other: shown_name },
      count: (before[i] ?? 0) - (after[i] ?? before[i] ?? 0),
    }));
    return { answer, fewer: fewer.filter(({ count }) => count > 0) };
  };
}
