import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Filter, FilterBar, SearchField } from '#client/components/ui/forms/filter-bar.tsx';
import { FilterSelect } from '#client/components/ui/forms/filter-select.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { useUrlFilters, useUrlText } from '#client/hooks/use-url-filters.ts';

type Choice = { value: string; label: string };

interface GalleryFiltersProps {
  choices: { events: Choice[]; clubs: Choice[]; photographers: Choice[] };
  total: number | undefined;
  mayShowMine: boolean;
}

export function GalleryFilters({ choices, total, mayShowMine }: GalleryFiltersProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { filters, set, clear } = useUrlFilters();
  const [text, setText] = useUrlText('q', 300);
  const { events, clubs, photographers } = choices;
  const selects = [
    { key: 'event', label: t('galleries.filter.event'), all: t('galleries.filter.all_events'), data: events },
    { key: 'club', label: t('galleries.filter.club'), all: t('galleries.filter.all_clubs'), data: clubs },
    {
      key: 'photographer',
      label: t('galleries.filter.photographer'),
      all: t('galleries.filter.all_photographers'),
      data: photographers,
    },
  ] as const;
  const filtered = Object.entries(filters).some(([key, value]) => key !== 'page' && value);
  return (
    <FilterBar
      result={total !== undefined && t('galleries.found', { count: total, n: number(total) })}
      onClear={filtered ? clear : undefined}
    >
      <SearchField label={t('galleries.search')} value={text} onChange={setText} />
      {selects.map(({ key, label, all, data }) => (
        <Filter key={key} chosen={filters[key] !== undefined}>
          <FilterSelect
            label={label}
            all={all}
            data={data}
            value={filters[key]}
            onChange={(value) => set({ [key]: value })}
            searchable
          />
        </Filter>
      ))}
      {mayShowMine && (
        <Filter chosen={filters.mine === '1'}>
          <Switch
            label={t('common.show_mine')}
            checked={filters.mine === '1'}
            onChange={(event) => set({ mine: event.currentTarget.checked ? '1' : undefined })}
          />
        </Filter>
      )}
    </FilterBar>
  );
}
