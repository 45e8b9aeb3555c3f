import { Alert, Button, Code, Group, Skeleton, Stack, Text } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { DescriptionList } from '#client/components/ui/data/description-list.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { dayMs, lifetimes } from '#server/contract/lifetimes.ts';
import { isAnswerOfMailServer, type MailStatus as Status } from '#server/contract/schemas/mail.ts';
import { useMailStatus, useSendTestMail } from '../api/mail-status.ts';

/** Whether mail works, the last error in words, and a test mail. */
export function MailStatus() {
  const { t } = useTranslation();
  const { data, error, isPending, refetch } = useMailStatus();
  const test = useSendTestMail();
  if (isPending) return <Skeleton h={160} />;
  if (error || !data)
    return <ErrorState title={t('failed.mail_status')} error={error} onRetry={() => void refetch()} />;
  if (!data.is_set_up) return <NotSetUp />;
  return (
    <Stack gap="md">
      <Health status={data} />
      <Figures status={data} />
      <FormError error={test.error} title={t('failed.mail_test')} />
      <Group gap="md">
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          {t('mail.test')}
        </Button>
      </Group>
      <Text role="status" c="dimmed">
        {data.test && t(`mail.test_state.${data.test.state}`, { to: data.test.to })}
      </Text>
    </Stack>
  );
}

function NotSetUp() {
  const { t } = useTranslation();
  return (
    <Stack gap="sm">
      <Text>{t('mail.off')}</Text>
      <Text c="dimmed">
        <Trans
          i18nKey="mail.how"
          components={{
            smtp: <Code>SMTP_URL</Code>,
            from: <Code>MAIL_FROM</Code>,
            address: <Code>PUBLIC_URL</Code>,
            page: <Code>docs/operate/mail.md</Code>,
          }}
        />
      </Text>
    </Stack>
  );
}

function Health({ status }: { status: Status }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { last_error, sent_last_day, public_url } = status;
  return (
    <>
      {last_error ? (
        <Alert color="red" title={t('mail.failing')} w="100%">
          <Text size="sm">{t(`mail.error.${last_error.code}`)}</Text>
          <Text size="sm" mt={4} style={{ overflowWrap: 'anywhere' }}>
            {t('mail.last_error', { when: dateTime(last_error.at) })}.{' '}
            {t(isAnswerOfMailServer(last_error.code) ? 'mail.answer' : 'mail.report', {
              text: last_error.text,
            })}
          </Text>
        </Alert>
      ) : (
        <Text fw={550}>{t(sent_last_day > 0 ? 'mail.works' : 'mail.untried')}</Text>
      )}
      {!public_url && (
        <Alert color="yellow" w="100%">
          {t('mail.no_address')}
        </Alert>
      )}
    </>
  );
}

function Figures({ status }: { status: Status }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <div>
      <DescriptionList
        items={[
          [t('mail.from'), status.from],
          [t('mail.address'), status.public_url ?? t('mail.none')],
        ]}
      />
      <DescriptionList
        items={[
          [t('mail.sent'), number(status.sent_last_day)],
          [t('mail.waiting'), number(status.waiting)],
          [t('mail.failed', { days: lifetimes.mailKeptMs / dayMs }), number(status.failed)],
          [t('mail.bounced'), number(status.bounced_addresses)],
        ]}
      />
    </div>
  );
}
