import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconEyeOff } from '#client/icons/eye-off.ts';
import { toast } from '#client/lib/toast.ts';
import type { Takedown } from '#server/contract/schemas/takedowns.ts';
import { useDecideTakedown } from '../api/takedowns.ts';
import classes from './takedown-card.module.css';
import { TakedownPhotos } from './takedown-photos.tsx';
import { TakedownStatus } from './takedown-status.tsx';

interface DeletionCardProps {
  galleryId: string;
  takedowns: [Takedown, ...Takedown[]];
}

/** Photos that were hidden by one deletion: nobody waits for an answer. */
export function DeletionCard({ galleryId, takedowns }: DeletionCardProps) {
  const { t } = useTranslation();
  const { dateTime, number } = useFormat();
  const decide = useDecideTakedown();
  const confirm = useConfirm();
  const onError = useErrorToast(t('failed.takedown_decide'));
  const [first] = takedowns;
  const { cause, asked_at, decided, decided_at, decided_by, together: count } = first;
  const keepAll = () =>
    decide
      .mutateAsync({ id: galleryId, takedown_id: first.id, decision: 'granted', together: true })
      .then(() => toast.success(t('takedowns.all_kept_hidden', { count })), onError);
  const show = async (takedown_id: string) => {
    const yes = await confirm({
      title: t('takedowns.ask_show_again'),
      body: t('takedowns.ask_show_again_text'),
      confirm: t('takedowns.show_again'),
    });
    if (!yes) return;
    await decide
      .mutateAsync({ id: galleryId, takedown_id, decision: 'declined' })
      .then(() => toast.success(t('takedowns.shown_again', { count: 1 })), onError);
  };
  return (
    <li id={first.id} tabIndex={-1} className={`${classes.card} ${classes.whole}`}>
      <div className={classes.words}>
        <div className={classes.facts}>
          <h2 className={classes.title}>{t('takedowns.hidden_photos', { count, n: number(count) })}</h2>
          <TakedownStatus takedown={first} />
        </div>
        <Text size="sm" c="dimmed">
          {cause &&
            t('takedowns.hidden_since', { date: dateTime(asked_at), why: t(`takedowns.cause.${cause}`) })}
        </Text>
        {decided && (
          <Text size="sm">
            {t('takedowns.decided', {
              date: dateTime(decided_at ?? asked_at),
              name: decided_by ?? t('common.unknown'),
            })}
          </Text>
        )}
        <TakedownPhotos
          takedowns={takedowns}
          show={t('takedowns.show_again')}
          loading={(id) =>
            decide.isPending &&
            decide.variables.decision === 'declined' &&
            decide.variables.takedown_id === id
          }
          disabled={decide.isPending}
          onShow={({ id }) => void show(id)}
        />
        {decided === null && (
          <div className={classes.actions}>
            <Button
              leftSection={<IconEyeOff size={18} />}
              loading={decide.isPending && decide.variables.decision === 'granted'}
              disabled={decide.isPending}
              onClick={keepAll}
            >
              {t(count === 1 ? 'takedowns.keep_hidden' : 'takedowns.keep_all_hidden')}
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}
