import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconUserHeart } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PickerOption, SearchPicker } from '#client/components/ui/search-picker.tsx';
import { toast } from '#client/lib/toast.ts';
import { useErrorToast } from '#client/lib/use-error-toast.ts';
import type { GuardianClaim } from '#server/contract/schemas/family.ts';
import { useClubPersonSearch } from '../api/club-people.ts';
import { useGuardianActions, useGuardianClaims } from '../api/guardians.ts';

/** Claims of members to be a guardian, for the club to decide. Empty where there are none. */
export function GuardianClaims({ clubId }: { clubId: string }) {
  const { t } = useTranslation();
  const { data } = useGuardianClaims(clubId);
  if (!data || data.claims.length === 0) return null;
  return (
    <Alert
      color="blue"
      mb="lg"
      title={t('guardians.claims')}
      icon={<IconUserHeart size={20} aria-hidden="true" />}
    >
      <Stack gap="lg">
        {data.claims.map((claim) => (
          <ClaimRow key={claim.id} clubId={clubId} claim={claim} />
        ))}
        <Text size="sm">{t('guardians.claim_add_first')}</Text>
      </Stack>
    </Alert>
  );
}

function ClaimRow({ clubId, claim }: { clubId: string; claim: GuardianClaim }) {
  const { t } = useTranslation();
  const [picked, setPicked] = useState<PickerOption>();
  const { approve, reject } = useGuardianActions();
  const onError = useErrorToast(t('failed.guardians'));
  const user = claim.user_name || claim.username;
  const target = { id: clubId, claim_id: claim.id };
  const useResults = (query: string) => useClubPersonSearch(clubId, query);
  return (
    <Stack gap="xs">
      <Text fw={550}>
        {t(claim.relation === 'self' ? 'guardians.claim_self' : 'guardians.claim_child', {
          user,
          name: claim.name,
        })}
      </Text>
      <Group align="flex-end" gap="sm">
        <div style={{ flex: '1 1 220px', maxInlineSize: 420 }}>
          <SearchPicker
            keep
            label={t('guardians.claim_person')}
            placeholder={t('guardians.claim_person_hint')}
            useResults={useResults}
            onPick={setPicked}
          />
        </div>
        <Button
          disabled={!picked}
          loading={approve.isPending}
          aria-label={t('guardians.approve_named', { user })}
          onClick={() =>
            picked &&
            approve.mutate(
              { ...target, club_person_id: picked.id },
              { onSuccess: () => toast.success(t('guardians.approved', { name: picked.label })), onError },
            )
          }
        >
          {t('guardians.approve')}
        </Button>
        <Button
          variant="default"
          loading={reject.isPending}
          aria-label={t('guardians.reject_named', { user })}
          onClick={() =>
            reject.mutate(target, {
              onSuccess: () => toast.success(t('guardians.rejected', { name: claim.name })),
              onError,
            })
          }
        >
          {t('guardians.reject')}
        </Button>
      </Group>
    </Stack>
  );
}
