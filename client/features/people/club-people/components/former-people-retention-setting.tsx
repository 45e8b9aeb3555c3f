import { Box, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MonthsSelect } from '#client/components/ui/forms/months-select.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { useOptimisticSetting } from '#client/hooks/use-optimistic-setting.ts';
import { toast } from '#client/lib/toast.ts';
import { FIRST_NOTICE_DAYS, LAST_NOTICE_DAYS } from '#server/contract/expiry-notices.ts';
import { useFormerPeople, useSaveFormerPeopleRetention } from '../api/former-people.ts';

/** After how many months the club deletes what it knows of people who left; saved when chosen. */
export function FormerPeopleRetentionSetting({ clubId }: { clubId: string }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { data } = useFormerPeople(clubId);
  const { mutateAsync } = useSaveFormerPeopleRetention();
  const onError = useErrorToast(t('failed.departure'));
  const [months, choose] = useOptimisticSetting(data?.months ?? null, (chosen) =>
    mutateAsync(
      { id: clubId, months: chosen, seen: { months: data?.months } },
      { onSuccess: () => toast.success(t('former_people.setting_saved')), onError },
    ),
  );
  if (!data) return null;
  return (
    <Box my="xl">
      <MonthsSelect
        label={t('former_people.months')}
        description={t('former_people.months_text', { first: FIRST_NOTICE_DAYS, last: LAST_NOTICE_DAYS })}
        never={t('former_people.never')}
        value={months}
        onChange={choose}
      />
      {data.people > 0 && (
        <Text size="sm" mt="xs">
          {t('former_people.people', { count: data.people, n: number(data.people) })}
        </Text>
      )}
    </Box>
  );
}
