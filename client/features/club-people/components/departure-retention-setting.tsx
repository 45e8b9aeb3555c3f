import { Box, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MonthsSelect } from '#client/components/ui/months-select.tsx';
import { toast } from '#client/lib/toast.ts';
import { useErrorToast } from '#client/lib/use-error-toast.ts';
import { useFormat } from '#client/lib/use-format.ts';
import { useOptimisticSetting } from '#client/lib/use-optimistic-setting.ts';
import { useDepartures, useSaveDepartureRetention } from '../api/departures.ts';

/** After how many months the club deletes what it knows of people who left; saved when chosen. */
export function DepartureRetentionSetting({ clubId }: { clubId: string }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { data } = useDepartures(clubId);
  const { mutateAsync } = useSaveDepartureRetention();
  const onError = useErrorToast(t('failed.departure'));
  const [months, choose] = useOptimisticSetting(data?.months ?? null, (chosen) =>
    mutateAsync(
      { id: clubId, months: chosen },
      { onSuccess: () => toast.success(t('departures.setting_saved')), onError },
    ),
  );
  if (!data) return null;
  return (
    <Box mt="xl">
      <MonthsSelect
        label={t('departures.months')}
        description={t('departures.months_text')}
        never={t('departures.never')}
        value={months}
        onChange={choose}
      />
      {data.people > 0 && (
        <Text size="sm" mt="xs">
          {t('departures.people', { count: data.people, n: number(data.people) })}
        </Text>
      )}
    </Box>
  );
}
