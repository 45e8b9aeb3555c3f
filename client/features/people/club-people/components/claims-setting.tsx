import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useOptimisticSetting } from '#client/hooks/use-optimistic-setting.ts';
import type { Club } from '#server/contract/schemas/clubs.ts';
import { useSaveClubSettings } from '../api/club-settings.ts';

/** Whether members may say which of the club's people they are or answer for. */
export function ClaimsSetting({ club: { id, takes_claims } }: { club: Club }) {
  const { t } = useTranslation();
  const fail = useErrorToast(t('failed.claims_setting'));
  const { mutateAsync, isPending } = useSaveClubSettings();
  const [taken, take] = useOptimisticSetting(takes_claims, (chosen) =>
    mutateAsync({ id, takes_claims: chosen, seen: { takes_claims } }, { onError: fail }),
  );
  return (
    <Switch
      my="lg"
      label={t('club_people.claims')}
      description={t('club_people.claims_text')}
      checked={taken}
      disabled={isPending}
      onChange={(event) => take(event.currentTarget.checked)}
    />
  );
}
