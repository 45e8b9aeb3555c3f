import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconSearch } from '#client/icons/search.ts';
import { inputLimits } from '#server/contract/input-limits.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import classes from './search-picker.module.css';

export interface PickerOption {
  id: string;
  label: string;
  hint?: string;
}

/** What was found for what is typed; a failure is an empty list. */
export interface PickerResults {
  options: PickerOption[];
  loading: boolean;
}

interface SearchPickerProps {
  label: string;
  placeholder: string;
  /** Searches from two characters on, once typing pauses; at most ten options. */
  useResults: (query: string) => PickerResults;
  onPick: (option: PickerOption) => void;
  /** Ids that are not offered: already chosen ones. */
  without?: readonly string[];
  debounceMs?: number;
  minimum?: number;
  /** The maximum number of options. */
  most?: number;
  /** Keeps the chosen label in the field instead of clearing it. */
  keep?: boolean;
}

export function SearchPicker(props: SearchPickerProps) {
  const {
    label,
    placeholder,
    useResults,
    onPick,
    without = [],
    debounceMs = 300,
    most = listSizes.pickerResults,
    keep = false,
  } = props;
  const minimum = props.minimum ?? inputLimits.searchMin;
  const { t } = useTranslation();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [text, setText] = useState('');
  const [debounced] = useDebouncedValue(text.trim(), debounceMs);
  const query = debounced.length >= minimum ? debounced : '';
  const { options, loading } = useResults(query);
  const offered = options.filter((option) => !without.includes(option.id)).slice(0, most);
  const short = text.trim().length < minimum;

  const submit = (id: string) => {
    const option = offered.find((candidate) => candidate.id === id);
    if (!option) return;
    setText(keep ? option.label : '');
    combobox.closeDropdown();
    onPick(option);
  };

  return (
    <Combobox store={combobox} onOptionSubmit={submit} shadow="md">
      <Combobox.Target>
        <TextInput
          label={label}
          placeholder={placeholder}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          leftSection={<IconSearch size={18} stroke={1.8} />}
          rightSection={loading && query ? <Loader size={16} /> : null}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah="10rem" className={classes.options}>
          {offered.map((option) => (
            <Combobox.Option value={option.id} key={option.id} className={classes.option}>
              <span className={classes.label}>{option.label}</span>
              {option.hint && <span className={classes.hint}>{option.hint}</span>}
            </Combobox.Option>
          ))}
          {offered.length === 0 && (
            <Combobox.Empty>
              {short
                ? t('picker.type_more', { count: minimum })
                : loading || query !== text.trim()
                  ? t('picker.searching')
                  : t('picker.nothing')}
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
