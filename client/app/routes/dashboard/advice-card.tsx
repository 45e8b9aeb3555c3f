import { Button, Group } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { IconShieldLock } from '#client/icons/shield-lock.ts';
import classes from '../dashboard-page.module.css';

interface AdviceCardProps {
  title: string;
  text: string;
  /** What the advice leads to. */
  action: ReactNode;
  /** Absent: it cannot be put away. */
  onHide?: (() => void) | undefined;
}

/** Advice about signing in. */
export function AdviceCard({ title, text, action, onHide }: AdviceCardProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className={classes.first} aria-labelledby={id}>
      <IconShieldLock size={24} stroke={1.6} className={classes.sign} />
      <div className={classes.words}>
        <h2 id={id} className={classes.lead}>
          {title}
        </h2>
        <p className={classes.why}>{text}</p>
      </div>
      <Group gap="sm">
        {onHide && (
          <Button variant="default" onClick={onHide}>
            {t('second_factor.advice.hide')}
          </Button>
        )}
        {action}
      </Group>
    </section>
  );
}
