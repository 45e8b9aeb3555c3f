import { Button, CloseButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAllowPastEvents } from '#client/hooks/use-allow-past-events.ts';
import { usePublicSettings } from '#client/hooks/use-public-settings.ts';
import { IconCircleCheckFilled } from '#client/icons/circle-check-filled.ts';
import { IconCircleDashed } from '#client/icons/circle-dashed.ts';
import { toast } from '#client/lib/toast.ts';
import type { FirstSteps } from '#server/contract/schemas/stats.ts';
import classes from './first-steps-card.module.css';

const links = {
  name: { to: '/admin/settings' },
  club: { to: '/clubs', search: { new: '1' } },
  event: { to: '/events', search: { new: '1' } },
  photos: { to: '/add-photos' },
} as const;
const steps = ['name', 'club', 'event', 'photos', 'people', 'invitation'] as const;
const tabs = { people: 'people', invitation: 'invitations' } as const;

/** Where each step is done; `new` opens the dialog there. Without a club there is nobody to list or invite. */
function linkOf(step: (typeof steps)[number], clubId: string | null) {
  if (step !== 'invitation' && step !== 'people') return links[step];
  if (!clubId) return links.club;
  return { to: '/clubs/$clubId/manage', params: { clubId }, search: { tab: tabs[step] } } as const;
}

interface FirstStepsCardProps {
  progress: FirstSteps;
  onHide: () => void;
}

/** A checklist from an empty installation to the first photos. */
export function FirstStepsCard({ progress, onHide }: FirstStepsCardProps) {
  const { t } = useTranslation();
  const { done, club_id: clubId, public_url: url } = progress;
  const allowsPast = usePublicSettings().settings?.allow_past_events ?? true;
  const allow = useAllowPastEvents();
  const next = steps.find((step) => !done[step]);
  return (
    <section className={classes.card} aria-labelledby="first-steps">
      <h2 id="first-steps" className={classes.title}>
        {t('first_steps.title')}
      </h2>
      <CloseButton className={classes.hide} aria-label={t('first_steps.hide')} onClick={onHide} />
      <ol className={classes.steps}>
        {steps.map((step) => {
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
                <Link {...linkOf(step, clubId)} className={classes.link}>
                  {t(`first_steps.${step}`)}
                </Link>
                <p className={classes.why}>
                  {t(done[step] ? 'first_steps.done' : `first_steps.${step}_text`)}
                </p>
                {step === 'event' && !allowsPast && (
                  <Button
                    variant="light"
                    mt="xs"
                    loading={allow.isPending}
                    onClick={() =>
                      allow.mutate(
                        { allow_past_events: true },
                        { onSuccess: () => toast.success(t('first_steps.allowed_past')) },
                      )
                    }
                  >
                    {t('first_steps.allow_past')}
                  </Button>
                )}
                {step === 'name' && (
                  <p className={classes.why}>
                    {url ? t('first_steps.address', { url }) : t('first_steps.no_address')}
                  </p>
                )}
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
