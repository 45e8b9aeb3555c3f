import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { type PickerOption, type PickerResults, SearchPicker } from './search-picker.tsx';

interface SearchAndAddProps {
  label: string;
  placeholder: string;
  button: string;
  useResults: (query: string) => PickerResults;
  /** Ids that are on the list already. */
  without: string[];
  pending: boolean;
  /** Must call `done` once the item is added; the field is then cleared. */
  onAdd: (option: PickerOption, done: () => void) => void;
}

/** A search field with a button that adds the chosen item. */
export function SearchAndAdd({
  label,
  placeholder,
  button,
  useResults,
  without,
  pending,
  onAdd,
}: SearchAndAddProps) {
  const [picked, setPicked] = useState<PickerOption | null>(null);
  const [round, setRound] = useState(0);
  const done = () => {
    setPicked(null);
    setRound((before) => before + 1);
  };
  return (
    <Group align="flex-end" gap="sm">
      <div style={{ flex: '1 1 260px', maxInlineSize: 520 }}>
        <SearchPicker
          key={round}
          keep
          label={label}
          placeholder={placeholder}
          useResults={useResults}
          onPick={setPicked}
          without={without}
        />
      </div>
      <Button onClick={() => picked && onAdd(picked, done)} disabled={!picked} loading={pending}>
        {button}
      </Button>
    </Group>
  );
}
