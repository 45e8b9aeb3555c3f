import { Button, CloseButton, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react';
import { Children, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUrlFilters } from '#client/hooks/use-url-filters.ts';
import classes from './filter-bar.module.css';

const notFilters = new Set(['tab', 'q', 'page', 'per_page']);
const foldFrom = 3;

/** A sticky bar of filters; collapsed behind a button on phones. */
export function FilterBar({ children, result }: { children: ReactNode; result?: ReactNode }) {
  const { t } = useTranslation();
  const { filters } = useUrlFilters();
  const [open, setOpen] = useState(false);
  const active = Object.entries(filters).filter(([key, value]) => value && !notFilters.has(key)).length;
  const folds = Children.toArray(children).length >= foldFrom;
  return (
    <search className={classes.bar}>
      <div
        className={classes.fields}
        data-folds={folds || undefined}
        data-folded={(folds && !open) || undefined}
      >
        {children}
      </div>
      {folds && (
        <Button
          variant="subtle"
          className={classes.fold}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.8} aria-hidden="true" />}
        >
          {active > 0 ? t('common.filters_active', { count: active }) : t('common.filters')}
        </Button>
      )}
      {result && (
        <p className={classes.result} role="status">
          {result}
        </p>
      )}
    </search>
  );
}

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** The search field; the key `/` focuses it. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const focus = () => input.current?.focus();
  // A slash needs Shift on many keyboards, for example German ones.
  useHotkeys([
    ['/', focus],
    ['shift+/', focus],
  ]);
  return (
    <TextInput
      ref={input}
      type="search"
      className={classes.search}
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && value) onChange('');
      }}
      leftSection={<IconSearch size={18} stroke={1.8} aria-hidden="true" />}
      rightSection={
        value && <CloseButton size={32} aria-label={t('common.clear_search')} onClick={() => onChange('')} />
      }
    />
  );
}
