import { Alert, NativeSelect, Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { useOptimisticSetting } from '#client/hooks/use-optimistic-setting.ts';
import { usePublicSettings } from '#client/hooks/use-public-settings.ts';
import { useUser } from '#client/lib/session.ts';
import { toast } from '#client/lib/toast.ts';
import { type ChosenKind, type Delivery, deliveries } from '#server/contract/notification-kinds.ts';
import { usePreferences, useSavePreference } from '../api/preferences.ts';

/** The delivery of each kind of notification; saved when chosen. Without mail there is only the page, or nothing. */
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
  return (
    <Stack gap="md" maw={420}>
      <FormError error={save.error} title={t('failed.delivery')} />
      {settings?.mail && !user.email_verified && <Alert color="yellow">{t('delivery.unverified')}</Alert>}
      {data.preferences.map((preference) => (
        <DeliveryOfKind
          key={preference.kind}
          {...preference}
          options={options}
          onChoose={(delivery) =>
            save.mutateAsync(
              { kind: preference.kind, delivery },
              { onSuccess: () => toast.success(t('delivery.saved')) },
            )
          }
        />
      ))}
    </Stack>
  );
}

interface DeliveryOfKindProps {
  kind: ChosenKind;
  delivery: Delivery;
  options: { value: string; label: string }[];
  onChoose: (delivery: Delivery) => Promise<unknown>;
}

function DeliveryOfKind({ kind, delivery, options, onChoose }: DeliveryOfKindProps) {
  const { t } = useTranslation();
  const [shown, choose] = useOptimisticSetting(delivery, onChoose);
  return (
    <NativeSelect
      label={t(`delivery.kind.${kind}`)}
      data={options}
      value={shown}
      onChange={(change) => {
        const chosen = deliveries.find((one) => one === change.currentTarget.value);
        if (chosen) choose(chosen);
      }}
    />
  );
}
