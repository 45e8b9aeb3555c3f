import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AnchorLink } from '#client/components/ui/elements/links.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { useConfirmEmail, useEmailToken } from '#client/features/accounts/auth/api/confirm-email.ts';
import { usePageTitle } from '#client/hooks/use-page-title.ts';
import { isCode } from '#client/lib/error-message.ts';
import { useInstallationName } from '#client/lib/installation-name.ts';

/** The target of a link in a mail: `/confirm-email#<token>`. Only the button uses the link up, not its opening. */
export function ConfirmEmailPage() {
  const { t } = useTranslation();
  const installation = useInstallationName();
  usePageTitle(t('confirm_email.title'));
  const token = useLocation({ select: ({ hash }) => hash });
  const { data, error, isPending, refetch } = useEmailToken(token);
  const confirm = useConfirmEmail();
  const hasEnded = isCode(error, 'token_not_found', 'token_used', 'token_revoked', 'token_expired');
  return (
    <Stack gap="lg">
      <Title order={1}>{t('confirm_email.title')}</Title>
      {isPending && <Skeleton h={160} />}
      {error && (
        <ErrorState
          title={t(hasEnded ? 'reset_password.ended' : 'failed.confirm_email')}
          error={error}
          {...(hasEnded ? {} : { onRetry: () => void refetch() })}
        />
      )}
      {data && !confirm.isSuccess && (
        <>
          <Text style={{ overflowWrap: 'anywhere' }}>
            {t(data.is_change ? 'confirm_email.change' : 'confirm_email.verify', data)}
          </Text>
          <FormError error={confirm.error} title={t('failed.confirm_email')} />
          <Button size="lg" loading={confirm.isPending} onClick={() => confirm.mutate({ token })}>
            {t('confirm_email.submit')}
          </Button>
        </>
      )}
      {confirm.isSuccess && (
        <Text role="status" style={{ overflowWrap: 'anywhere' }}>
          {t('confirm_email.done', confirm.data)}
        </Text>
      )}
      <AnchorLink to="/" fw={600}>
        {t('confirm_email.home', { installation })}
      </AnchorLink>
    </Stack>
  );
}
