import { Button, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FilterBar, SearchField } from '#client/components/ui/forms/filter-bar.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { useUrlFilters, useUrlText } from '#client/hooks/use-url-filters.ts';

export function ClubFilters({ total }: { total: number | undefined }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { filters, set, clear } = useUrlFilters();
  const [text, setText] = useUrlText('q', 300);
  const mine = filters.mine === '1';
  return (
    <FilterBar result={total !== undefined && t('clubs.found', { count: total, n: number(total) })}>
      <SearchField label={t('clubs.search')} value={text} onChange={setText} />
      <Switch
        label={t('common.show_mine')}
        checked={mine}
        onChange={(event) => set({ mine: event.currentTarget.checked ? '1' : undefined })}
      />
      {(filters.q || mine) && (
        <Button variant="subtle" onClick={clear}>
          {t('common.reset_filters')}
        </Button>
      )}
    </FilterBar>
  );
}
