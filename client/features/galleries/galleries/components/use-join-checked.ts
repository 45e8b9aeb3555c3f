import { useTranslation } from 'react-i18next';
import { type RenderSharingCheck, useChecked } from '#client/hooks/use-checked.ts';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useJoinLink } from '../api/joined-galleries.ts';

/** Adds a gallery to a link, after its own check of who is in the photos where somebody is to be checked. */
export function useJoinChecked(renderCheck: RenderSharingCheck) {
  const { t } = useTranslation();
  const onError = useErrorToast(t('failed.link_save'));
  const { act, isAsking, dialog } = useChecked(renderCheck);
  const { mutate, isPending } = useJoinLink();
  const change = (galleryId: string, linkId: string, joins: boolean) =>
    mutate({ id: galleryId, link_id: linkId, joins }, { onError });
  return {
    join: (galleryId: string, linkId: string) =>
      act({ galleryId, label: t('share_links.add'), run: () => change(galleryId, linkId, true), onError }),
    leave: (galleryId: string, linkId: string) => change(galleryId, linkId, false),
    busy: isAsking || isPending,
    dialog,
  };
}
