import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Question } from '#client/components/ui/feedback/question.tsx';
import type { EditPeople } from '#client/features/faces/gallery-people/api/edit-people.ts';
import type { FaceCropSource } from '#client/lib/zoom-to-face.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import { keptFirst } from '../kept-first.ts';
import { nameOfPerson } from '../person-name.ts';
import { cropSourceOfPerson } from './face-crop-source.ts';
import { QuestionFace } from './question-face.tsx';
import classes from './questions.module.css';
import type { GiveAnswer } from './use-held-question.ts';

interface MergeSuggestionsProps {
  question: { first: Person; second: Person; or_else: Person | null };
  /** How many come after it, in words. */
  rest: ReactNode;
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
  const { question, rest, edit, busy, onAnswer, onSkip, onMerged, onWholePhoto } = props;
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
    <Question
      title={title}
      heading="h3"
      large
      busy={busy}
      yes={others.map((other) => ({
        id: other.id,
        label: or_else ? nameOfPerson(t, other) : t('gallery_people.yes_same'),
        onChoose: () => sameAs(other),
      }))}
      no={{
        label: t(or_else ? 'gallery_people.link_neither' : 'gallery_people.no_different'),
        onChoose: () => {
          const ids = others.map(({ id }) => id);
          onAnswer((onRefused) => edit.answerDifferent(first.id, ids, onRefused));
        },
      }}
      skip={{ label: t('gallery_people.not_sure'), onChoose: onSkip }}
      rest={rest}
    >
      <div className={classes.pair}>
        {[first, ...others].map((person) => (
          <QuestionFace
            key={person.id}
            cropSource={cropSourceOfPerson(person)}
            name={nameOfPerson(t, person)}
            caption={nameOfPerson(t, person)}
            onWholePhoto={onWholePhoto}
          />
        ))}
      </div>
    </Question>
  );
}
