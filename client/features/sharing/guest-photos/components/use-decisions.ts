import { useTranslation } from 'react-i18next';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { toast } from '#client/lib/toast.ts';
import { useDecideGuestPhotos } from '../api/guest-photos.ts';

/**
 * Accepts photos, or declines them after asking once, and says what happened.
 * @param outside who sees accepted photos outside the club, if anybody
 * @param onDecided called with the photos about which a decision was saved
 */
export function useDecisions(
  galleryId: string,
  outside: string,
  onDecided: (ids: readonly string[]) => void,
) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const confirm = useConfirm();
  const onError = useErrorToast(t('failed.guest_photos_decide'));
  const { accept, decline } = useDecideGuestPhotos();
  const say = (what: 'accepted' | 'duplicates' | 'declined' | 'held', count: number, effect = '') =>
    count > 0 && toast.success(`${t(`guest_photos.${what}`, { count, n: number(count) })} ${effect}`.trim());
  const sayNothingHappened = () => toast.info(t('guest_photos.decided_before'));

  return {
    isPending: accept.isPending || decline.isPending,
    accept: (ids: string[]) =>
      accept.mutate(
        { id: galleryId, guest_photo_ids: ids },
        {
          onSuccess: ({ accepted, duplicates, held = 0 }) => {
            say('accepted', accepted - held, outside);
            say('held', held);
            say('duplicates', duplicates);
            if (accepted + duplicates === 0) sayNothingHappened();
            onDecided(ids);
          },
          onError,
        },
      ),
    decline: async (ids: string[]) => {
      const count = ids.length;
      const yes = await confirm({
        title: t('guest_photos.ask_decline', { count, n: number(count) }),
        body: t('guest_photos.ask_decline_text'),
        confirm: t('guest_photos.decline'),
        danger: true,
      });
      if (!yes) return;
      decline.mutate(
        { id: galleryId, guest_photo_ids: ids },
        {
          onSuccess: ({ declined }) => {
            if (declined > 0) say('declined', declined);
            else sayNothingHappened();
            onDecided(ids);
          },
          onError,
        },
      );
    },
  };
}
