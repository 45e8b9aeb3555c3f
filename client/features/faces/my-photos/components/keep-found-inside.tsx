import { Alert, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { refreshOnce } from '#client/lib/refresh-stale.ts';
import { toast } from '#client/lib/toast.ts';
import { trpc } from '#client/lib/trpc.ts';
import { useFoundPhotos } from '../api/found-photos.ts';
import { useChangeFound } from '../api/my-photos.ts';

/**
 * For somebody who refused to be shown outside the club: photos that were found, and that no human has confirmed, can still be
 * seen outside. One press confirms those that are loaded. Nothing where there are none.
 */
export function KeepFoundInside({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const fail = useErrorToast();
  const { photos, firstPage } = useFoundPhotos(id);
  const { takeBackAnswer } = useChangeFound();
  const answer = trpc.myPhotos.answer.useMutation();
  const presumed = photos.filter(({ certainty }) => certainty === 'probable');
  const count = firstPage?.unconfirmed ?? 0;
  if (presumed.length === 0 || count === 0) return null;

  const confirm = async () => {
    const said: Parameters<typeof takeBackAnswer.mutateAsync>[0][] = [];
    try {
      await refreshOnce(async () => {
        for (const person_id of new Set(presumed.map((photo) => photo.person_id))) {
          const { earlier } = await answer.mutateAsync({ id, person_id, answer: 'yes' });
          said.push({ id, person_id, earlier });
        }
      });
    } catch (error) {
      fail(error);
    }
    const undo = async () => {
      try {
        for (const one of said) await takeBackAnswer.mutateAsync(one);
        toast.success(t('my_photos.undone'));
      } catch (error) {
        fail(error);
      }
    };
    if (said.length > 0)
      toast.success(t('my_photos.kept_inside', { name }), {
        label: t('my_photos.undo'),
        run: () => void undo(),
      });
  };
  return (
    <Alert color="yellow" mb="md" title={t('my_photos.still_outside', { count, n: number(count), name })}>
      <p>{t('my_photos.still_outside_text', { name })}</p>
      <Button variant="default" mt="sm" loading={answer.isPending} onClick={() => void confirm()}>
        {t('my_photos.confirm_all', { name })}
      </Button>
    </Alert>
  );
}
