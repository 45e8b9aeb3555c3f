import { Button, Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { toast } from '#client/lib/toast.ts';
import { useOpenSessions } from '../api/open-sessions.ts';
import classes from './open-sessions.module.css';

/** Where one is signed in, this place first; any other one can be ended. */
export function OpenSessions() {
  const { t } = useTranslation();
  const { ago, date } = useFormat();
  const fail = useErrorToast();
  const { list, end, endOthers } = useOpenSessions();
  if (list.isPending) return <Skeleton h={44} />;
  if (!list.data) return <ErrorState of={list} />;
  const sessions = list.data.sessions.toSorted((a, b) => Number(b.is_current) - Number(a.is_current));
  const isNamed = ({ browser, system }: (typeof sessions)[number]) => Boolean(browser ?? system);
  const nameOf = ({ browser, system }: (typeof sessions)[number]) =>
    browser && system
      ? t('settings.session_on', { browser, system })
      : (browser ?? system ?? t('settings.session_unknown'));
  const others = sessions.length > 1;
  return (
    <Stack gap="md" align="stretch">
      <ul className={classes.list}>
        {sessions.map((session) => (
          <li key={session.id} className={classes.session}>
            <div className={classes.device}>
              {isNamed(session) || !session.is_current ? <div>{nameOf(session)}</div> : null}
              <div className={classes.used}>
                {session.is_current
                  ? t('settings.session_here')
                  : t('settings.session_used', {
                      when: ago(session.last_used_at),
                      since: date(session.created_at),
                    })}
              </div>
            </div>
            {!session.is_current && (
              <Button
                variant="default"
                aria-label={t('settings.session_end_named', { name: nameOf(session) })}
                disabled={end.isPending}
                onClick={() =>
                  end.mutate(
                    { id: session.id },
                    { onSuccess: () => toast.success(t('settings.session_ended')), onError: fail },
                  )
                }
              >
                {t('settings.session_end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others && (
        <div>
          <Button
            variant="default"
            loading={endOthers.isPending}
            onClick={() =>
              endOthers.mutate(undefined, {
                onSuccess: () => toast.success(t('settings.sessions_ended')),
                onError: fail,
              })
            }
          >
            {t('settings.sessions_end_others')}
          </Button>
        </div>
      )}
    </Stack>
  );
}
