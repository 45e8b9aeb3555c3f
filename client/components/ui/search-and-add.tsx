import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { type PickerOption, SearchPicker } from './search-picker.tsx';

interface SearchAndAddProps {
  label: string;
  placeholder: string;
  button: string;
  useResults: (query: string) => { options: PickerOption[]; loading: boolean };
  /** Who or what is on the list already. */
  without: string[];
  pending: boolean;
  /** Calls `done` once it is added; the field is empty again then. */
  onAdd: (option: PickerOption, done: () => void) => void;
}

/** Finds one by its name and adds it with a press of the button. */
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
