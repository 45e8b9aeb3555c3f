import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { groupBy } from '#client/lib/group-by.ts';
import { toast } from '#client/lib/toast.ts';
import type { ClubPerson } from '#server/contract/schemas/club-people.ts';
import type { PaperConsent } from '#server/contract/schemas/family.ts';
import { useGuardianActions } from '../api/guardians.ts';

interface PaperConsentsProps {
  clubId: string;
  person: Pick<ClubPerson, 'id' | 'consents' | 'user_id' | 'guardians'>;
  papers: PaperConsent[];
}

/** What was signed on paper: each paper once, with its answers, when it was written down and by whom, and the note. */
export function PaperConsents({ clubId, person, papers }: PaperConsentsProps) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const remove = useRemovePaper(clubId, person);
  if (papers.length === 0) return null;
  return (
    <Stack gap="sm">
      <Text fw={600}>{t('guardians.papers')}</Text>
      {together(papers).map(([first, ...others]) => (
        <div key={first.id}>
          {[first, ...others].map((paper) => (
            <Group key={paper.id} justify="space-between" gap="sm" wrap="nowrap">
              <Text>{answerOf(paper)}</Text>
              <Button
                variant="subtle"
                color="red"
                aria-label={t('common.remove_named', { name: answerOf(paper) })}
                onClick={() => void remove(paper, answerOf(paper))}
              >
                {t('common.remove')}
              </Button>
            </Group>
          ))}
          <Text size="sm" c="dimmed">
            {t('guardians.paper_recorded', {
              date: date(first.said_at),
              user: first.recorded_by || t('common.unknown'),
            })}{' '}
            {first.valid_until && t('guardians.paper_valid_until', { date: date(first.valid_until) })}
          </Text>
          {first.note && (
            <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
              {first.note}
            </Text>
          )}
        </div>
      ))}
    </Stack>
  );

  function answerOf({ purpose, answer }: PaperConsent) {
    return `${t(`family.purpose.${purpose}`)}: ${t(`guardians.state.${answer === 'yes' ? 'yes' : 'no'}`)}`;
  }
}

/** The answers of one paper were written down at the same moment. */
function together(papers: readonly PaperConsent[]) {
  const byMoment = groupBy(papers, ({ said_at, recorded_by }) => `${said_at} ${recorded_by}`);
  return [...byMoment.values()] as [PaperConsent, ...PaperConsent[]][];
}

/** Asks, with what holds then, and removes an answer. */
function useRemovePaper(clubId: string, person: PaperConsentsProps['person']) {
  const { id: club_person_id, consents, user_id, guardians } = person;
  const hasFamily = user_id !== null || guardians.some(({ state }) => state === 'confirmed');
  const { t } = useTranslation();
  const confirm = useConfirm();
  const { removePaper } = useGuardianActions();
  const onError = useErrorToast(t('failed.paper_removal'));
  return async ({ id: consent_id, purpose, without }: PaperConsent, answer: string) => {
    const isOther = without !== consents[purpose];
    const outside = without === 'no' ? 'kept_inside' : 'shown_outside';
    const yes = await confirm({
      title: t('guardians.paper_remove_title', { answer }),
      body: [
        t(`guardians.paper_without.${without}`),
        isOther && purpose === 'outside' && t(`guardians.paper_then.${outside}`),
        isOther && hasFamily && t('guardians.paper_then.told'),
      ]
        .filter(Boolean)
        .join(' '),
      confirm: t('common.remove'),
      danger: true,
    });
    if (!yes) return;
    removePaper.mutate(
      { id: clubId, club_person_id, consent_id },
      { onSuccess: () => toast.success(t('guardians.paper_removed')), onError },
    );
  };
}
