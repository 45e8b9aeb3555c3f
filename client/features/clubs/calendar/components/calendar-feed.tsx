import { Alert, Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#client/components/ui/elements/copy-button.tsx';
import { AddressWarning } from '#client/components/ui/feedback/address-warning.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { IconCalendar } from '#client/icons/calendar.ts';
import { toast } from '#client/lib/toast.ts';
import { useCalendarFeed, useCreateCalendarFeed, useRemoveCalendarFeed } from '../api/calendar-feed.ts';

/** The secret address under which a calendar program reads the viewer's events; there is none until asked for. */
export function CalendarFeed() {
  const { t } = useTranslation();
  const { data, error, isPending, refetch } = useCalendarFeed();
  const create = useCreateCalendarFeed();
  if (isPending) return <Skeleton h={44} />;
  if (error || !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data.created_at) return <FeedAddress url={data.url} />;
  return (
    <Stack gap="md" align="flex-start">
      <FormError error={create.error} title={t('failed.calendar')} />
      <Button variant="default" loading={create.isPending} onClick={() => create.mutate()}>
        {t('calendar.create')}
      </Button>
    </Stack>
  );
}

function FeedAddress({ url }: { url: string | null }) {
  const { t } = useTranslation();
  return (
    <Stack gap="md">
      {url ? (
        <>
          <TextInput
            label={t('calendar.address')}
            description={t('calendar.hint')}
            value={url}
            readOnly
            onFocus={(focus) => focus.currentTarget.select()}
          />
          <Text size="sm">{t('calendar.warning')}</Text>
          <AddressWarning url={url} />
          <Group gap="sm">
            <CopyButton value={url} label={t('calendar.copy')} />
            <Button
              component="a"
              href={url.replace(/^https?:/, 'webcal:')}
              variant="default"
              leftSection={<IconCalendar size={18} />}
            >
              {t('calendar.open')}
            </Button>
          </Group>
        </>
      ) : (
        <Alert color="yellow">{t('calendar.unreadable')}</Alert>
      )}
      <FeedActions />
    </Stack>
  );
}

function FeedActions() {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const create = useCreateCalendarFeed();
  const remove = useRemoveCalendarFeed();
  const replace = async () => {
    const yes = await confirm({
      title: t('calendar.replace_title'),
      body: t('calendar.replace_body'),
      confirm: t('calendar.replace'),
    });
    if (yes) create.mutate(undefined, { onSuccess: () => toast.success(t('calendar.replaced')) });
  };
  const end = async () => {
    const yes = await confirm({
      title: t('calendar.remove_title'),
      body: t('calendar.remove_body'),
      confirm: t('calendar.remove'),
      danger: true,
    });
    // The toast of the caller would be lost with this component, which the removed address unmounts.
    if (yes)
      await remove.mutateAsync().then(
        () => toast.success(t('calendar.removed')),
        () => undefined,
      );
  };
  return (
    <>
      <FormError error={create.error ?? remove.error} title={t('failed.calendar')} />
      <Group gap="sm">
        <Button variant="default" loading={create.isPending} onClick={() => void replace()}>
          {t('calendar.replace')}
        </Button>
        <Button variant="default" c="red" loading={remove.isPending} onClick={() => void end()}>
          {t('calendar.remove')}
        </Button>
      </Group>
    </>
  );
}
