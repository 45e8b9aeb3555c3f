import { Button, SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Filter, FilterBar, SearchField } from '#client/components/ui/forms/filter-bar.tsx';
import { FilterSelect } from '#client/components/ui/forms/filter-select.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { useUrlFilters, useUrlText } from '#client/hooks/use-url-filters.ts';
import { defaultStatus, type EventStatus, statusOf } from './event-time-filter.ts';

const statuses: EventStatus[] = ['upcoming', 'all', 'past'];

interface EventFiltersProps {
  clubs: { id: string; name: string }[];
  total: number | undefined;
  mayShowMine: boolean;
}

export function EventFilters({ clubs, total, mayShowMine }: EventFiltersProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { filters, set, clear } = useUrlFilters();
  const [text, setText] = useUrlText('q', 250);
  const status = statusOf(filters.status);
  const mine = filters.mine === '1';
  const filtered = Boolean(filters.q || filters.club || mine || status !== defaultStatus);
  return (
    <FilterBar
      result={total !== undefined && t('events.found', { count: total, n: number(total) })}
      onClear={filtered ? clear : undefined}
    >
      <SearchField label={t('events.search')} value={text} onChange={setText} />
      <Filter chosen={filters.club !== undefined}>
        <FilterSelect
          label={t('events.club_filter')}
          all={t('events.all_clubs')}
          data={clubs.map((club) => ({ value: club.id, label: club.name }))}
          value={filters.club}
          onChange={(club) => set({ club })}
          searchable
        />
      </Filter>
      <Filter chosen>
        <SegmentedControl
          aria-label={t('events.status_filter')}
          data={statuses.map((value) => ({ value, label: t(`events.filter.${value}`) }))}
          value={status}
          onChange={(value) => set({ status: value === defaultStatus ? undefined : value })}
        />
      </Filter>
      {mayShowMine && (
        <Filter chosen={mine}>
          <Button variant="default" aria-pressed={mine} onClick={() => set({ mine: mine ? undefined : '1' })}>
            {mine ? t('common.show_all') : t('common.show_mine')}
          </Button>
        </Filter>
      )}
    </FilterBar>
  );
}
