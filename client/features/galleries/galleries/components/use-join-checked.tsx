import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useAskSharingCheck } from '#client/hooks/use-sharing-check.ts';
import { useJoinLink } from '../api/joined-galleries.ts';
import type { RenderSharingCheck } from './sharing-check-line.tsx';

/** Adds a gallery to a link, after its own check of who is in the photos where somebody is to be checked. */
export function useJoinChecked(renderCheck: RenderSharingCheck) {
  const { t } = useTranslation();
  const fail = useErrorToast(t('failed.link_save'));
  const askCheck = useAskSharingCheck();
  const { mutate, isPending } = useJoinLink();
  const [checking, setChecking] = useState<{ galleryId: string; linkId: string }>();
  const [isAsking, setAsking] = useState(false);
  const change = (galleryId: string, linkId: string, joins: boolean) => {
    setChecking(undefined);
    mutate({ id: galleryId, link_id: linkId, joins }, { onError: fail });
  };
  const join = async (galleryId: string, linkId: string) => {
    setAsking(true);
    try {
      if ((await askCheck(galleryId)).to_ask > 0) setChecking({ galleryId, linkId });
      else change(galleryId, linkId, true);
    } catch (error) {
      fail(error);
    }
    setAsking(false);
  };
  const dialog =
    checking &&
    renderCheck({
      galleryId: checking.galleryId,
      confirm: {
        label: t('share_links.add'),
        run: () => change(checking.galleryId, checking.linkId, true),
      },
      onClose: () => setChecking(undefined),
    });
  return {
    join,
    leave: (galleryId: string, linkId: string) => change(galleryId, linkId, false),
    busy: isAsking || isPending,
    dialog,
  };
}
