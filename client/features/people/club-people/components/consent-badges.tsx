import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusBadge, type Tone } from '#client/components/ui/feedback/status-badge.tsx';
import { askedPurposes, type CurrentConsent, purposes } from '#server/contract/consent.ts';
import type { ClubPerson } from '#server/contract/schemas/club-people.ts';

const tones: Record<CurrentConsent, Tone> = { yes: 'good', no: 'bad', unknown: 'waiting' };

/** What holds for a purpose. */
export function ConsentBadge({ consent, children }: { consent: CurrentConsent; children: ReactNode }) {
  return <StatusBadge tone={tones[consent]}>{children}</StatusBadge>;
}

/** What holds for each purpose; of `guard`, about which nobody has to be asked, only an answer. The colour is not the only sign: the text says it too. */
export function ConsentBadges({ consents }: { consents: ClubPerson['consents'] }) {
  const { t } = useTranslation();
  if (purposes.every((purpose) => consents[purpose] === 'unknown'))
    return <StatusBadge tone="waiting">{t('guardians.no_answers')}</StatusBadge>;
  const shown = consents.guard === 'unknown' ? askedPurposes : purposes;
  return (
    <Group gap="4px 12px">
      {shown.map((purpose) => (
        <ConsentBadge key={purpose} consent={consents[purpose]}>
          {t(`guardians.short.${purpose}`)}: {t(`guardians.state.${consents[purpose]}`)}
        </ConsentBadge>
      ))}
    </Group>
  );
}
