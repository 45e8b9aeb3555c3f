import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { EditPeople } from '#client/features/gallery-people/api/edit-people.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import { nameOfPerson } from '../person-name.ts';
import { useQuestionFigure } from '../use-question-figure.ts';
import type { FaceCropSource } from './face-crop.tsx';
import classes from './merge-suggestions.module.css';
import { QuestionFace } from './question-face.tsx';
import type { GiveAnswer } from './use-held-question.ts';

interface MergeSuggestionsProps {
  question: { first: Person; second: Person };
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

/** A merge suggestion: are these two the same person? */
export function MergeSuggestions(props: MergeSuggestionsProps) {
  const { question, remaining, more, edit, busy, onAnswer, onSkip, onMerged, onWholePhoto } = props;
  const { t } = useTranslation();
  const questionFigure = useQuestionFigure();
  const { first, second } = question;
  const [kept, gone] = keptFirst(first, second);
  const same = () =>
    onAnswer(async (onRefused) => {
      const done = await edit.answerSame(kept.id, gone.id, onRefused);
      if (done) onMerged(kept.id, [gone.id]);
      return done;
    });
  return (
    <section className={classes.question} aria-label={t('gallery_people.same_question')}>
      <h3 className={classes.title}>{t('gallery_people.same_question')}</h3>
      <div className={classes.pair}>
        {[first, second].map((person) => (
          <QuestionFace
            key={person.id}
            person={person}
            caption={nameOfPerson(t, person)}
            onWholePhoto={onWholePhoto}
          />
        ))}
      </div>
      <div className={classes.answers}>
        <Button
          size="lg"
          disabled={busy}
          leftSection={<IconCheck size={20} aria-hidden="true" />}
          onClick={same}
        >
          {t('gallery_people.yes_same')}
        </Button>
        <Button
          size="lg"
          variant="default"
          disabled={busy}
          leftSection={<IconX size={20} aria-hidden="true" />}
          onClick={() => onAnswer((onRefused) => edit.answerDifferent(first.id, second.id, onRefused))}
        >
          {t('gallery_people.no_different')}
        </Button>
        <Button size="lg" variant="subtle" disabled={busy} onClick={onSkip}>
          {t('gallery_people.not_sure')}
        </Button>
      </div>
      <p className={classes.rest} role="status">
        {t('gallery_people.questions_left', { count: remaining, n: questionFigure(remaining, more) })}
      </p>
    </section>
  );
}

/** The person to keep: the named one, else the one with more photos. */
function keptFirst(a: Person, b: Person): [Person, Person] {
  if (Boolean(a.name) !== Boolean(b.name)) return a.name ? [a, b] : [b, a];
  return a.photo_count >= b.photo_count ? [a, b] : [b, a];
}
