import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { EditPeople } from '#client/features/faces/gallery-people/api/edit-people.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import { keptFirst } from '../kept-first.ts';
import { nameOfPerson } from '../person-name.ts';
import type { FaceCropSource } from './face-crop.tsx';
import classes from './merge-suggestions.module.css';
import { QuestionFace } from './question-face.tsx';
import { QuestionsLeft } from './questions-left.tsx';
import type { GiveAnswer } from './use-held-question.ts';

interface MergeSuggestionsProps {
  question: { first: Person; second: Person; or_else: Person | null };
  /** How many come after it, of those asked at once. */
  remaining: number;
  /** More wait than are asked at once. */
  more: boolean;
  edit: EditPeople;
  /** An answer is on its way. */
  busy: boolean;
  onAnswer: GiveAnswer;
  onSkip: () => void;
  onMerged: (kept: string, gone: string[]) => void;
  onWholePhoto: (cropSource: FaceCropSource) => void;
}

/** A merge suggestion: are these two the same person? Or which of two siblings is the first? */
export function MergeSuggestions(props: MergeSuggestionsProps) {
  const { question, remaining, more, edit, busy, onAnswer, onSkip, onMerged, onWholePhoto } = props;
  const { t } = useTranslation();
  const { first, second, or_else } = question;
  const others = or_else ? [second, or_else] : [second];
  const title = or_else
    ? t('gallery_people.link_which', { name: nameOfPerson(t, second), other: nameOfPerson(t, or_else) })
    : t('gallery_people.same_question');
  const sameAs = (other: Person) =>
    onAnswer(async (onRefused) => {
      const [kept, gone] = or_else ? [other, first] : keptFirst(first, other);
      const beside = others.find(({ id }) => id !== other.id)?.id;
      const done = await edit.answerSame(kept.id, gone.id, beside, onRefused);
      if (done) onMerged(kept.id, [gone.id]);
      return done;
    });
  return (
    <section className={classes.question} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      <div className={classes.pair}>
        {[first, ...others].map((person) => (
          <QuestionFace
            key={person.id}
            person={person}
            caption={nameOfPerson(t, person)}
            onWholePhoto={onWholePhoto}
          />
        ))}
      </div>
      <div className={classes.answers}>
        {others.map((other) => (
          <Button
            key={other.id}
            size="lg"
            disabled={busy}
            leftSection={<IconCheck size={20} aria-hidden="true" />}
            onClick={() => sameAs(other)}
          >
            {or_else ? nameOfPerson(t, other) : t('gallery_people.yes_same')}
          </Button>
        ))}
        <Button
          size="lg"
          variant="default"
          disabled={busy}
          leftSection={<IconX size={20} aria-hidden="true" />}
          onClick={() =>
            onAnswer((onRefused) =>
              edit.answerDifferent(
                first.id,
                others.map(({ id }) => id),
                onRefused,
              ),
            )
          }
        >
          {t(or_else ? 'gallery_people.link_neither' : 'gallery_people.no_different')}
        </Button>
        <Button size="lg" variant="subtle" disabled={busy} onClick={onSkip}>
          {t('gallery_people.not_sure')}
        </Button>
      </div>
      <QuestionsLeft remaining={remaining} more={more} />
    </section>
  );
}
