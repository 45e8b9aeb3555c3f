import { Button, CloseButton, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Children, isValidElement, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconAdjustmentsHorizontal } from '#client/icons/adjustments-horizontal.ts';
import { IconSearch } from '#client/icons/search.ts';
import classes from './filter-bar.module.css';

const foldFrom = 2;

interface FilterBarProps {
  /** A search field, and a `Filter` for each choice. */
  children: ReactNode;
  result?: ReactNode;
  /** Absent while nothing is chosen. */
  onClear?: (() => void) | undefined;
}

/** A sticky bar of filters. Several stand behind a button, but for those in which something is chosen. */
export function FilterBar({ children, result, onClear }: FilterBarProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const choices = Children.toArray(children).filter(
    (child) => isValidElement(child) && child.type === Filter,
  );
  const folds = choices.length >= foldFrom;
  return (
    <search className={classes.bar} data-folded={(folds && !open) || undefined}>
      {children}
      {folds && (
        <Button
          variant="default"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.8} />}
        >
          {t('common.filters')}
        </Button>
      )}
      {onClear && (
        <Button variant="subtle" onClick={onClear}>
          {t('common.clear_filters')}
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

/** A choice of the bar. */
export function Filter({ chosen, children }: { chosen: boolean; children: ReactNode }) {
  return (
    <div className={classes.filter} data-chosen={chosen || undefined}>
      {children}
    </div>
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
      leftSection={<IconSearch size={18} stroke={1.8} />}
      rightSection={
        value && <CloseButton size={32} aria-label={t('common.clear_search')} onClick={() => onChange('')} />
      }
    />
  );
}
