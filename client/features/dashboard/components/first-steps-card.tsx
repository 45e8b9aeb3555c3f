import { CloseButton } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { FirstSteps } from '#server/contract/schemas/stats.ts';
import classes from './first-steps-card.module.css';

const steps = [
  { step: 'club', to: '/clubs' },
  { step: 'event', to: '/events' },
  { step: 'photographer', to: '/users' },
  { step: 'photos', to: '/admin/gallery/create' },
] as const;

/** A checklist from an empty installation to the first photos. */
export function FirstStepsCard({ done, onHide }: { done: FirstSteps; onHide: () => void }) {
  const { t } = useTranslation();
  const next = steps.find(({ step }) => !done[step])?.step;
  return (
    <section className={classes.card} aria-labelledby="first-steps">
      <h2 id="first-steps" className={classes.title}>
        {t('dashboard.first_steps.title')}
      </h2>
      <CloseButton className={classes.hide} aria-label={t('dashboard.first_steps.hide')} onClick={onHide} />
      <ol className={classes.steps}>
        {steps.map(({ step, to }) => {
          const Mark = done[step] ? IconCircleCheckFilled : IconCircleDashed;
          return (
            <li
              key={step}
              className={classes.step}
              data-done={done[step] || undefined}
              aria-current={step === next ? 'step' : undefined}
            >
              <Mark size={24} aria-hidden="true" className={classes.mark} />
              <div>
                <Link to={to} className={classes.link}>
                  {t(`dashboard.first_steps.${step}`)}
                </Link>
                <p className={classes.why}>
                  {t(done[step] ? 'dashboard.first_steps.done' : `dashboard.first_steps.${step}_text`)}
                </p>
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
