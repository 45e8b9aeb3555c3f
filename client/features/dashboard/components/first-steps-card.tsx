import { CloseButton } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FirstSteps } from '#server/contract/schemas/stats.ts';
import classes from './first-steps-card.module.css';

/** Where each step is done; `new` opens the dialog there. */
const links = [
  { step: 'name', to: '/admin/settings' },
  { step: 'club', to: '/clubs', search: { new: '1' } },
  { step: 'event', to: '/events', search: { new: '1' } },
  { step: 'photographer', to: '/users' },
  { step: 'photos', to: '/admin/gallery/create' },
] as const;

interface FirstStepsCardProps {
  steps: FirstSteps;
  onHide: () => void;
  /** Shown with the step of the photographer until it is done. */
  photographerAction: ReactNode;
}

/** A checklist from an empty installation to the first photos. */
export function FirstStepsCard({ steps, onHide, photographerAction }: FirstStepsCardProps) {
  const { t } = useTranslation();
  const { done, public_url: url } = steps;
  const next = links.find(({ step }) => !done[step])?.step;
  return (
    <section className={classes.card} aria-labelledby="first-steps">
      <h2 id="first-steps" className={classes.title}>
        {t('dashboard.first_steps.title')}
      </h2>
      <CloseButton className={classes.hide} aria-label={t('dashboard.first_steps.hide')} onClick={onHide} />
      <ol className={classes.steps}>
        {links.map(({ step, ...target }) => {
          const Mark = done[step] ? IconCircleCheckFilled : IconCircleDashed;
          return (
            <li
              key={step}
              className={classes.step}
              data-done={done[step] || undefined}
              aria-current={step === next ? 'step' : undefined}
            >
              <Mark size={24} aria-hidden="true" className={classes.mark} />
              <div className={classes.words}>
                <Link {...target} className={classes.link}>
                  {t(`dashboard.first_steps.${step}`)}
                </Link>
                <p className={classes.why}>
                  {t(done[step] ? 'dashboard.first_steps.done' : `dashboard.first_steps.${step}_text`)}
                </p>
                {step === 'name' && (
                  <p className={classes.why}>
                    {url
                      ? t('dashboard.first_steps.address', { url })
                      : t('dashboard.first_steps.no_address')}
                  </p>
                )}
                {step === 'photographer' && !done.photographer && (
                  <div className={classes.action}>{photographerAction}</div>
                )}
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
