import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { toast } from '#client/lib/toast.ts';
import type { Family } from '#server/contract/schemas/family.ts';
import { useFamilyActions } from '../api/family.ts';

/** The claims of the viewer that wait for a club's answer. */
export function OpenClaims({ claims }: { claims: Family['claims'] }) {
  const { t } = useTranslation();
  const { withdrawClaim } = useFamilyActions();
  const onError = useErrorToast(t('failed.claim'));
  if (claims.length === 0) return null;
  return (
    <Stack gap="xs" mt="lg">
      <Text fw={600}>{t('family.claims')}</Text>
      {claims.map(({ id, name, club_name, relation, questions }) => {
        const action = t(
          questions.some(({ answer }) => answer === null) ? 'family.answer_now' : 'family.answers',
        );
        return (
          <Group key={id} gap="sm">
            <Text size="sm">
              {t(relation === 'self' ? 'family.claim_row_self' : 'family.claim_row_child', {
                name,
                club: club_name,
              })}
            </Text>
            <ButtonLink
              to="/my-photos"
              search={{ claim: id }}
              variant="subtle"
              size="compact-sm"
              px={0}
              aria-label={t('family.answers_named', { action, name })}
            >
              {action}
            </ButtonLink>
            <Button
              variant="subtle"
              size="compact-sm"
              px={0}
              aria-label={t('family.claim_withdraw_named', { name })}
              onClick={() =>
                withdrawClaim
                  .mutateAsync({ id })
                  .then(() => toast.success(t('family.claim_withdrawn')), onError)
              }
            >
              {t('family.claim_withdraw')}
            </Button>
          </Group>
        );
      })}
    </Stack>
  );
}
