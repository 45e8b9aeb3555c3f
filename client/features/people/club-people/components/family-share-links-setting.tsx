import { Button, Group, Switch, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { useOptimisticSetting } from '#client/hooks/use-optimistic-setting.ts';
import { familyShareLinkDays } from '#server/contract/lifetimes.ts';
import {
  useChangeFamilyShareLinksOfClub,
  useFamilyShareLinksOfClub,
} from '../api/family-share-links-of-club.ts';

/** Whether families may share photos of their own child by link. The club sees how many links there are, not whose. */
export function FamilyShareLinksSetting({ clubId }: { clubId: string }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const confirm = useConfirm();
  const fail = useErrorToast(t('failed.family_links_save'));
  const { data } = useFamilyShareLinksOfClub(clubId);
  const { allow, endAll } = useChangeFamilyShareLinksOfClub();
  const [allowed, allowLinks] = useOptimisticSetting(data?.allowed, (allowed = false) =>
    allow.mutateAsync({ id: clubId, allowed }, { onError: fail }),
  );
  if (!data) return null;
  const count = { count: data.links, n: number(data.links) };
  const askToEnd = () =>
    confirm({
      title: t('club_people.family_links_end_title', count),
      body: t('club_people.family_links_end_text'),
      confirm: t('club_people.family_links_end'),
      danger: true,
    });
  const set = async (wanted: boolean) => {
    if (wanted || data.links === 0 || (await askToEnd())) allowLinks(wanted);
  };
  const end = async () => {
    if (await askToEnd()) endAll.mutate({ id: clubId }, { onError: fail });
  };
  return (
    <div style={{ marginBlock: 24 }}>
      <Switch
        label={t('club_people.family_links')}
        description={t('club_people.family_links_text', { days: familyShareLinkDays.max })}
        checked={allowed}
        disabled={allow.isPending}
        onChange={(event) => void set(event.currentTarget.checked)}
      />
      {data.links > 0 && (
        <Group gap="sm" mt="xs">
          <Text size="sm">{t('club_people.family_links_count', count)}</Text>
          <Button variant="subtle" size="compact-sm" loading={endAll.isPending} onClick={() => void end()}>
            {t('club_people.family_links_end')}
          </Button>
        </Group>
      )}
    </div>
  );
}
