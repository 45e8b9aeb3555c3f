import { CloseButton, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './filter-bar.module.css';

/** Filters in one bar that sticks under the top bar while the list scrolls. */
export function FilterBar({ children, result }: { children: ReactNode; result?: ReactNode }) {
  return (
    <search className={classes.bar}>
      <div className={classes.fields}>{children}</div>
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

/** The field that `/` jumps to. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const focus = () => input.current?.focus();
  // A slash needs shift on many keyboards, the German one among them.
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
