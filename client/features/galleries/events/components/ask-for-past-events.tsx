import { Button, Group, Switch, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { useAllowPastEvents } from '#client/hooks/use-allow-past-events.ts';
import { useCan } from '#client/hooks/use-can.ts';
import { toast } from '#client/lib/toast.ts';
import { useAskForPastEvents } from '../api/ask-for-past-events.ts';

/** Where a past day is refused: a switch for administrators, for others a button that asks them. */
export function AskForPastEvents() {
  const { t } = useTranslation();
  const isAdmin = useCan('settings.administer');
  const allow = useAllowPastEvents();
  const ask = useAskForPastEvents();
  if (isAdmin)
    return (
      <>
        <Switch
          label={t('events.past_allow')}
          checked={allow.isPending}
          onChange={() =>
            allow.mutateAsync({ allow_past_events: true }).then(
              () => toast.success(t('installation_settings.saved')),
              // Stands below.
              () => undefined,
            )
          }
        />
        <FormError error={allow.error} title={t('failed.installation_settings')} />
      </>
    );
  return (
    <>
      <Text size="sm" c="dimmed" role={ask.isSuccess ? 'status' : undefined}>
        {t(ask.isSuccess ? 'events.past_asked' : 'events.past_refused')}
      </Text>
      {!ask.isSuccess && (
        <Group>
          <Button variant="default" loading={ask.isPending} onClick={() => ask.mutate()}>
            {t('events.past_ask')}
          </Button>
        </Group>
      )}
      <FormError error={ask.error} />
    </>
  );
}
