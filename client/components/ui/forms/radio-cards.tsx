import { Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './radio-cards.module.css';

interface RadioCardsProps<V extends string> {
  label: string;
  value: V;
  onChange: (value: V) => void;
  choices: { value: V; name: ReactNode; hint: string }[];
}

/** A choice of one, each with a sentence that says what it means. */
export function RadioCards<V extends string>({ label, value, onChange, choices }: RadioCardsProps<V>) {
  return (
    <Radio.Group label={label} value={value} onChange={(next) => onChange(next as V)}>
      <div className={classes.cards}>
        {choices.map((choice) => (
          <Radio.Card
            key={choice.value}
            value={choice.value}
            className={classes.card ?? ''}
            data-chosen={choice.value === value || undefined}
          >
            <Radio.Indicator />
            <span className={classes.words}>
              <span className={classes.name}>{choice.name}</span>
              <span className={classes.hint}>{choice.hint}</span>
            </span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}
