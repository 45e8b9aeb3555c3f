import { Skeleton, Stack, Title } from '@mantine/core';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AnchorLink } from '#client/components/ui/elements/links.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { useResetToken } from '#client/features/accounts/auth/api/reset-password.ts';
import { ResetPasswordForm } from '#client/features/accounts/auth/components/reset-password-form.tsx';
import { usePageTitle } from '#client/hooks/use-page-title.ts';
import { isCode } from '#client/lib/error-message.ts';

/** The target of a one-time link: `/reset-password#<token>`. Opening it does not use it up. */
export function ResetPasswordPage() {
  const { t } = useTranslation();
  usePageTitle(t('reset_password.title'));
  const router = useRouter();
  const token = useLocation({ select: ({ hash }) => hash });
  const { data, error, isPending, refetch } = useResetToken(token);
  // An expired link stays expired; only a failed request can be retried.
  const hasEnded = isCode(error, 'token_not_found', 'token_used', 'token_revoked', 'token_expired');
  return (
    <Stack gap="lg">
      <Title order={1}>{t('reset_password.title')}</Title>
      {isPending && <Skeleton h={280} />}
      {error && (
        <>
          <ErrorState
            title={t(hasEnded ? 'reset_password.ended' : 'failed.reset_password')}
            error={error}
            {...(hasEnded ? {} : { onRetry: () => void refetch() })}
          />
          <AnchorLink to="/forgot-password" fw={600}>
            {t('reset_password.ask_anew')}
          </AnchorLink>
        </>
      )}
      {data && (
        <ResetPasswordForm
          token={token}
          owner={data}
          onDone={() => void router.navigate({ to: '/', replace: true })}
          onStartOver={() => void router.navigate({ to: '/login', replace: true })}
        />
      )}
    </Stack>
  );
}
