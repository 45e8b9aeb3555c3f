import { useTranslation } from 'react-i18next';
import { useLanguageCode } from '#client/hooks/use-language-code.ts';
import { errorMessage } from '#client/lib/error-message.ts';
import { toast } from '#client/lib/toast.ts';
import { trpc } from '#client/lib/trpc.ts';
import { subscribeToPush, unsubscribeFromPush } from '../browser-push.ts';

/** Whether this device is told of new photos, and how that begins and ends; what came of it is said in a toast. */
export function useDevice() {
  const { t } = useTranslation();
  const language = useLanguageCode();
  const { data } = trpc.webPush.get.useQuery();
  const tell = trpc.webPush.tell.useMutation();
  const stop = trpc.webPush.stop.useMutation();
  const begin = async (publicKey: string) => {
    const address = await subscribeToPush(publicKey).catch(() => null);
    if (!address) return toast.error(t('web_push.refused'));
    await tell.mutateAsync({ ...address, language }).then(
      () => toast.success(t('web_push.begun')),
      (error) => toast.error(errorMessage(t, error)),
    );
  };
  const end = async () => {
    await stop.mutateAsync().then(
      () => toast.success(t('web_push.ended')),
      (error) => toast.error(errorMessage(t, error)),
    );
    await unsubscribeFromPush().catch(() => undefined);
  };
  return { device: data, begin, end };
}
