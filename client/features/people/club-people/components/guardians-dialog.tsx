import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { StatusBadge } from '#client/components/ui/feedback/status-badge.tsx';
import { SearchAndAdd } from '#client/components/ui/forms/search-and-add.tsx';
import type { PickerResults } from '#client/components/ui/forms/search-picker.tsx';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { useToday } from '#client/hooks/use-today.ts';
import { IconUserPlus } from '#client/icons/user-plus.ts';
import { toast } from '#client/lib/toast.ts';
import type { ClubPerson } from '#server/contract/schemas/club-people.ts';
import { useGuardianActions, useGuardians, usePaperConsents } from '../api/guardians.ts';
import { ConsentBadges } from './consent-badges.tsx';
import { isAdult } from './is-adult.ts';
import { PaperConsentForm } from './paper-consent-form.tsx';
import { PaperConsents } from './paper-consents.tsx';

interface GuardiansDialogProps {
  clubId: string;
  person: ClubPerson;
  useMemberSearch: (query: string) => PickerResults;
  /** Comes from the invitations feature; the page passes it in. */
  renderInvite: (person: ClubPerson, onClose: () => void) => ReactNode;
  onClose: () => void;
}

/** Who answers for a person, what holds, and what was signed on paper. */
export default function GuardiansDialog(props: GuardiansDialogProps) {
  const { clubId, person, useMemberSearch, renderInvite, onClose } = props;
  const { t } = useTranslation();
  const { number, date } = useFormat();
  const confirm = useConfirm();
  const guardians = useGuardians(clubId, person.id);
  const papers = usePaperConsents(clubId, person.id);
  const data = papers.data && guardians.data;
  const error = guardians.error ?? papers.error;
  const refetch = () => Promise.all([guardians.refetch(), papers.refetch()]);
  const { ask, remove, notThem } = useGuardianActions();
  const onError = useErrorToast(t('failed.guardians'));
  const hasNoGuardians = isAdult(person.born_on, useToday());
  const [inviting, setInviting] = useState(false);
  const endInviting = () => {
    setInviting(false);
    void guardians.refetch();
  };
  const target = { id: clubId, club_person_id: person.id };
  const askEnd = async (guardianship_id: string, name: string) => {
    const yes = await confirm({
      title: t('guardians.end_title', { name }),
      body: t('guardians.end_body', { count: 1 }),
      confirm: t('guardians.end_guardian'),
      danger: true,
    });
    if (!yes) return;
    remove.mutate(
      { ...target, guardianship_id },
      { onSuccess: () => toast.success(t('guardians.guardian_ended', { name })), onError },
    );
  };
  const sayNotThem = (guardianship_id: string, name: string) =>
    notThem.mutate(
      { ...target, guardianship_id },
      { onSuccess: () => toast.success(t('guardians.not_them_done', { name })), onError },
    );
  return (
    <Dialog opened onClose={onClose} title={person.name} size="lg">
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {/* All of it at once: on a phone a list that arrived later would move what stands above it. */}
      {!error && !data && <Skeleton h={320} />}
      {data && (
        <Stack gap="lg">
          <ConsentBadges consents={person.consents} />
          <Stack gap="sm">
            <Text fw={600}>{t('guardians.guardians')}</Text>
            {data.guardians.length === 0 && (
              <Text size="sm">
                {t(hasNoGuardians ? 'errors.guardianship_of_adult' : 'guardians.none_guardians')}
              </Text>
            )}
            {data.open_invitations > 0 && (
              <Text size="sm">
                {t('guardians.open_invitations', {
                  count: data.open_invitations,
                  n: number(data.open_invitations),
                })}
              </Text>
            )}
            {data.guardians.map(({ id, name, username, state, not_them_until }) => (
              <Group key={id} justify="space-between" gap="sm">
                <Group gap="sm">
                  <Text>{name || username}</Text>
                  <StatusBadge tone={state === 'confirmed' ? 'good' : 'waiting'}>
                    {t(`guardians.state_${state}`)}
                  </StatusBadge>
                </Group>
                {not_them_until ? (
                  <Button
                    variant="subtle"
                    color="red"
                    loading={notThem.isPending}
                    aria-label={t('guardians.not_them_named', { name: name || username })}
                    onClick={() => sayNotThem(id, name || username)}
                  >
                    {t('guardians.not_them')}
                  </Button>
                ) : (
                  <Button
                    variant="subtle"
                    color="red"
                    aria-label={t('guardians.end_guardian_named', { name: name || username })}
                    onClick={() => void askEnd(id, name || username)}
                  >
                    {t('guardians.end_guardian')}
                  </Button>
                )}
                {not_them_until && (
                  <Text size="sm" c="dimmed" w="100%">
                    {t('guardians.not_them_until', { date: date(not_them_until) })}
                  </Text>
                )}
              </Group>
            ))}
            {!hasNoGuardians && (
              <>
                <Button
                  variant="default"
                  leftSection={<IconUserPlus size={18} />}
                  onClick={() => setInviting(true)}
                  style={{ alignSelf: 'flex-start' }}
                >
                  {t('guardians.invite')}
                </Button>
                <SearchAndAdd
                  label={t('guardians.add_guardian')}
                  placeholder={t('guardians.add_guardian_hint')}
                  button={t('guardians.ask')}
                  useResults={useMemberSearch}
                  without={data.guardians.map(({ user_id }) => user_id)}
                  pending={ask.isPending}
                  onAdd={(member, done) =>
                    ask.mutate(
                      { ...target, user_id: member.id },
                      {
                        onSuccess: () => {
                          toast.success(t('guardians.guardian_asked', { name: member.label }));
                          done();
                        },
                        onError,
                      },
                    )
                  }
                />
              </>
            )}
          </Stack>
          <PaperConsents clubId={clubId} person={person} papers={papers.data?.papers ?? []} />
          <PaperConsentForm clubId={clubId} person={person} papers={papers.data?.papers ?? []} />
        </Stack>
      )}
      {inviting && renderInvite(person, endInviting)}
    </Dialog>
  );
}
