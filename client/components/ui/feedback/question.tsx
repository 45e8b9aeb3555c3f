import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconCheck } from '#client/icons/check.ts';
import { IconX } from '#client/icons/x.ts';
import classes from './question.module.css';

interface Answer {
  label: string;
  onChoose: () => void;
}

interface QuestionProps {
  title: string;
  heading: 'h2' | 'h3';
  /** What the question is about. */
  children: ReactNode;
  /** One answer, or one for each of those who may be meant. */
  yes: readonly (Answer & { id: string })[];
  no: Answer;
  skip: Answer;
  /** An answer is on its way. */
  busy?: boolean;
  /** How many questions come after it, in words; empty where it is the last. */
  rest: ReactNode;
  /** Its buttons are larger than elsewhere. */
  large?: boolean;
}

/** One of several questions that are asked one after the other, with yes, no and not sure. */
export function Question(props: QuestionProps) {
  const { title, heading: Heading, children, yes, no, skip, busy = false, rest, large = false } = props;
  const common = { disabled: busy, ...(large && { size: 'lg' }) };
  return (
    <section className={classes.question} aria-label={title}>
      <Heading className={classes.title}>{title}</Heading>
      {children}
      <div className={classes.answers}>
        {yes.map(({ id, label, onChoose }) => (
          <Button key={id} leftSection={<IconCheck size={20} />} onClick={onChoose} {...common}>
            {label}
          </Button>
        ))}
        <Button variant="default" leftSection={<IconX size={20} />} onClick={no.onChoose} {...common}>
          {no.label}
        </Button>
        <Button variant="subtle" onClick={skip.onChoose} {...common}>
          {skip.label}
        </Button>
      </div>
      <p className={classes.rest} role="status">
        {rest}
      </p>
    </section>
  );
}
