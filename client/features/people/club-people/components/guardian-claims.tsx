import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PickerOption, SearchPicker } from '#client/components/ui/forms/search-picker.tsx';
import { Details } from '#client/components/ui/layout/details.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconUserHeart } from '#client/icons/user-heart.ts';
import { toast } from '#client/lib/toast.ts';
import type { GuardianClaim } from '#server/contract/schemas/family.ts';
import { useClubPersonSearch } from '../api/club-people.ts';
import { useGuardianActions, useGuardianClaims } from '../api/guardians.ts';
import classes from './guardian-claims.module.css';

/** A claim that was decided here: it stays in its place, so that the next one does not come under the pointer. */
interface Decided {
  claim: GuardianClaim;
  place: number;
  said: string;
}

/** Claims of members to be a guardian, for the club to decide. Empty where there are none. */
export function GuardianClaims({ clubId }: { clubId: string }) {
  const { t } = useTranslation();
  const { data } = useGuardianClaims(clubId);
  const [decided, setDecided] = useState<readonly Decided[]>([]);
  if (!data) return null;
  const rows = data.claims.filter(({ id }) => !decided.some(({ claim }) => claim.id === id));
  for (const each of decided.toSorted((a, b) => a.place - b.place)) rows.splice(each.place, 0, each.claim);
  if (rows.length === 0) return null;
  return (
    <Alert color="blue" mb="lg" title={t('guardians.claims')} icon={<IconUserHeart size={20} />}>
      <Stack gap="lg">
        <Text size="sm">{t('guardians.claims_give')}</Text>
        {rows.map((claim, place) => (
          <ClaimRow
            key={claim.id}
            clubId={clubId}
            claim={claim}
            said={decided.find((each) => each.claim.id === claim.id)?.said}
            onDecided={(said) => setDecided((before) => [...before, { claim, place, said }])}
          />
        ))}
      </Stack>
    </Alert>
  );
}

function ClaimText({ claim }: { claim: GuardianClaim }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const user = claim.user_name || claim.username;
  return (
    <Text fw={550}>
      {t(claim.relation === 'self' ? 'guardians.claim_self' : 'guardians.claim_child', {
        user,
        name: claim.name,
      })}
      {claim.born_on && ` ${t('guardians.claim_born', { date: date(claim.born_on) })}`}
    </Text>
  );
}

interface ClaimRowProps {
  clubId: string;
  claim: GuardianClaim;
  said: string | undefined;
  /** Also once the row is gone: another tab, or what is told live, may take the claim away before the answer is here. */
  onDecided: (said: string) => void;
}

function ClaimRow({ clubId, claim, said, onDecided }: ClaimRowProps) {
  const { t } = useTranslation();
  const [picked, setPicked] = useState<PickerOption>();
  const { approve, reject, remove } = useGuardianActions();
  const onError = useErrorToast(t('failed.guardians'));
  const user = claim.user_name || claim.username;
  const target = { id: clubId, claim_id: claim.id };
  const useResults = (query: string) => useClubPersonSearch(clubId, query);
  const confirm = async (name: string, id?: string) => {
    try {
      const approved = await approve.mutateAsync({ ...target, ...(id && { club_person_id: id }) });
      const { club_person_id, guardianship_id } = approved;
      onDecided(t('guardians.approved_row'));
      if (guardianship_id === null) return toast.success(t('guardians.approved', { name }));
      toast.success(t('guardians.approved_child', { name, user }), {
        label: t('my_photos.undo'),
        run: () =>
          remove
            .mutateAsync({ id: clubId, club_person_id, guardianship_id })
            .then(() => toast.success(t('guardians.guardian_ended', { name: user })))
            .catch(onError),
      });
    } catch (error) {
      onError(error);
    }
  };
  const refuse = async () => {
    try {
      await reject.mutateAsync(target);
      onDecided(t('guardians.rejected_row'));
      toast.success(t('guardians.rejected', { name: claim.name }));
    } catch (error) {
      onError(error);
    }
  };
  const addNew = (variant: 'filled' | 'default') => (
    <Button
      variant={variant}
      disabled={approve.isPending}
      aria-label={t('guardians.add_and_approve_named', { name: claim.name })}
      onClick={() => void confirm(claim.name)}
    >
      {t('guardians.add_and_approve')}
    </Button>
  );
  if (said)
    return (
      <Stack gap="xs" className={classes.decided}>
        <ClaimText claim={claim} />
        <Text>{said}</Text>
      </Stack>
    );
  return (
    <Stack gap="xs" style={{ overflowWrap: 'anywhere' }}>
      <ClaimText claim={claim} />
      <Group gap="sm">
        {claim.near.map(({ id, name, born_on }, i) => (
          <Button
            key={id}
            variant={i === 0 ? 'filled' : 'light'}
            disabled={approve.isPending}
            className={classes.near}
            onClick={() => void confirm(name, id)}
          >
            {born_on
              ? t('guardians.claim_is_born', { name, year: born_on.slice(0, 4) })
              : t('guardians.claim_is', { name })}
          </Button>
        ))}
        {claim.near.length === 0 && addNew('filled')}
      </Group>
      <Details summary={t('guardians.claim_others')}>
        <Group align="flex-end" gap="sm">
          {claim.near.length > 0 && addNew('default')}
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
            variant="default"
            disabled={!picked || approve.isPending}
            aria-label={t('guardians.approve_named', { user })}
            onClick={() => picked && void confirm(picked.label, picked.id)}
          >
            {t('guardians.approve')}
          </Button>
          <Button
            variant="default"
            loading={reject.isPending}
            aria-label={t('guardians.reject_named', { user })}
            onClick={() => void refuse()}
          >
            {t('guardians.reject')}
          </Button>
        </Group>
      </Details>
    </Stack>
  );
}
