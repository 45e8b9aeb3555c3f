import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconShield } from '#client/icons/shield.ts';
import { toast } from '#client/lib/toast.ts';
import { useStopRemoval } from '../api/own-account.ts';
import classes from './password-banner.module.css';

/** Shown until the owner of an account keeps the second factor, or it has ended. */
export function FactorsBanner({ removedAt }: { removedAt: string }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const fail = useErrorToast();
  const { mutate, isPending } = useStopRemoval(() => toast.success(t('second_factor.removal.stopped')));
  return (
    <section className={classes.banner} aria-label={t('second_factor.title')}>
      <IconShield size={20} stroke={1.7} className={classes.icon} />
      <p className={classes.text}>{t('second_factor.removal.banner', { when: dateTime(removedAt) })}</p>
      <Button variant="default" loading={isPending} onClick={() => mutate(undefined, { onError: fail })}>
        {t('second_factor.removal.stop')}
      </Button>
    </section>
  );
}
