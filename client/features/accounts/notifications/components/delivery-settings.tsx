import { NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { Details } from '#client/components/ui/layout/details.tsx';
import { useOptimisticSetting } from '#client/hooks/use-optimistic-setting.ts';
import { usePublicSettings } from '#client/hooks/use-public-settings.ts';
import { useUser } from '#client/lib/session.ts';
import { toast } from '#client/lib/toast.ts';
import { type ChosenKind, type Delivery, deliveries } from '#server/contract/notification-kinds.ts';
import { usePreferences, useSavePreference } from '../api/preferences.ts';

const groups = ['family', 'clubs', 'galleries', 'administration'] as const;
const groupOf: Record<ChosenKind, (typeof groups)[number]> = {
  membership_approved: 'clubs',
  membership_rejected: 'clubs',
  membership_ended: 'clubs',
  consent_requested: 'family',
  guardianship_decided: 'family',
  gallery_created: 'family',
  photos_processed: 'galleries',
  link_expiring: 'galleries',
  gallery_asked: 'galleries',
  gallery_ending: 'galleries',
  membership_requested: 'administration',
  guardianship_requested: 'administration',
  people_asked: 'administration',
  guardian_joined: 'administration',
  guardianship_declined: 'administration',
  storage_filling: 'administration',
  left_people_ending: 'administration',
  own_data_ending: 'clubs',
  takedown_asked: 'galleries',
  takedown_granted: 'family',
  takedown_declined: 'family',
  guest_photos_waiting: 'galleries',
  photos_waiting: 'galleries',
  refused_outside: 'galleries',
  people_answered: 'galleries',
  jobs_failed: 'administration',
  past_events_asked: 'administration',
  backup_failed: 'administration',
  photo_file_cut: 'administration',
  club_without_admin: 'administration',
  club_asked: 'administration',
  gallery_taken_over: 'galleries',
};

/** How one is notified, by group, or kind by kind; saved when chosen. Without mail there is only the page, or nothing. */
export function DeliverySettings() {
  const { t } = useTranslation();
  const user = useUser();
  const { settings } = usePublicSettings();
  const { data, error, isPending, refetch } = usePreferences();
  const save = useSavePreference();
  if (isPending) return <Skeleton h={220} />;
  if (error || !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const offered = settings?.mail ? deliveries : (['off', 'app'] as const);
  const options = offered.map((value) => ({ value, label: t(`delivery.${value}`) }));
  const saveAll = async (kinds: readonly ChosenKind[], delivery: Delivery) => {
    for (const kind of kinds) await save.mutateAsync({ kind, delivery });
    toast.success(t('delivery.saved'));
  };
  const mails = !settings?.mail ? 'none' : user.email_verified ? 'to' : 'unverified';
  return (
    <Stack gap="md" maw={420}>
      <FormError error={save.error} title={t('failed.delivery')} />
      {settings && <Text>{t(`delivery.mails.${mails}`, { email: user.email })}</Text>}
      {groups.map((group) => {
        const ofGroup = data.preferences.filter(({ kind }) => groupOf[kind] === group);
        const [first] = ofGroup;
        if (!first) return null;
        const isSame = ofGroup.every(({ delivery }) => delivery === first.delivery);
        return (
          <DeliverySelect
            key={group}
            label={t(`delivery.group.${group}`)}
            delivery={isSame ? first.delivery : 'mixed'}
            options={isSame ? options : [{ value: 'mixed', label: t('delivery.mixed') }, ...options]}
            onChoose={(delivery) =>
              saveAll(
                ofGroup.map(({ kind }) => kind),
                delivery,
              )
            }
          />
        );
      })}
      <Details summary={t('delivery.single')}>
        <Stack gap="md" mt="sm">
          {data.preferences.map(({ kind, delivery }) => (
            <DeliverySelect
              key={kind}
              label={t(`delivery.kind.${kind}`)}
              delivery={delivery}
              options={options}
              onChoose={(chosen) => saveAll([kind], chosen)}
            />
          ))}
        </Stack>
      </Details>
    </Stack>
  );
}

interface DeliverySelectProps {
  label: string;
  /** `mixed`: the kinds of a group differ. */
  delivery: Delivery | 'mixed';
  options: { value: string; label: string }[];
  onChoose: (delivery: Delivery) => Promise<unknown>;
}

function DeliverySelect({ label, delivery, options, onChoose }: DeliverySelectProps) {
  const [shown, choose] = useOptimisticSetting(delivery, (chosen) =>
    chosen === 'mixed' ? Promise.resolve() : onChoose(chosen),
  );
  return (
    <NativeSelect
      label={label}
      data={options}
      value={shown}
      onChange={(change) => {
        const chosen = deliveries.find((one) => one === change.currentTarget.value);
        if (chosen) choose(chosen);
      }}
    />
  );
}
