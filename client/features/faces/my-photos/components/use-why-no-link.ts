import { useTranslation } from 'react-i18next';
import type { ShownMember } from '../shown-names.ts';

/** Why no link to the photos of somebody can be made, and who can change that; `isOwn`: the viewer's own answer. */
export function useWhyNoLink({ may_share, club_name, outside, own_outside, shown_name }: ShownMember) {
  const { t } = useTranslation();
  if (!may_share) return { text: t('my_photos.share_off', { club: club_name }), isOwn: false };
  if (outside !== 'no') return undefined;
  const isOwn = own_outside === 'no' || own_outside === 'withdrawn';
  const text = t(isOwn ? 'my_photos.share_refused_own' : 'my_photos.share_refused_others', {
    name: shown_name,
  });
  return { text, isOwn };
}
