import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#client/hooks/use-format.ts';

interface MoreButtonProps {
  /** The number of loaded items and the total. */
  shown: number;
  total: number;
  loading: boolean;
  onMore: () => void;
}

/** A "load more" button; hidden once everything is loaded. */
export function MoreButton({ shown, total, loading, onMore }: MoreButtonProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  if (shown >= total) return null;
  return (
    <Group justify="center" mt="md">
      <Button variant="default" onClick={onMore} loading={loading}>
        {t('common.show_more', { shown: number(shown), total: number(total) })}
      </Button>
    </Group>
  );
}
