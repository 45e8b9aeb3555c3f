import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { EditPeople } from '#client/features/faces/gallery-people/api/edit-people.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import type { MatchQuestionOfGallery } from '#server/contract/schemas/gallery-people.ts';
import type { FaceCropSource } from './face-crop.tsx';
import classes from './merge-suggestions.module.css';
import { QuestionFace } from './question-face.tsx';
import { QuestionsLeft } from './questions-left.tsx';
import type { GiveAnswer } from './use-held-question.ts';

interface MatchQuestionProps {
  question: MatchQuestionOfGallery;
  /** How many come after it, of those asked at once. */
  remaining: number;
  /** More wait than are asked at once. */
  more: boolean;
  edit: EditPeople;
  /** An answer is on its way. */
  busy: boolean;
  onAnswer: GiveAnswer;
  onSkip: () => void;
  onWholePhoto: (cropSource: FaceCropSource) => void;
}

/** Is this somebody of the club? Asked where the family said so, where the name is on the club's list, and where the face is like that of a linked person. */
export function MatchQuestion(props: MatchQuestionProps) {
  const { question, remaining, more, edit, busy, onAnswer, onSkip, onWholePhoto } = props;
  const { t } = useTranslation();
  const { date } = useFormat();
  const { person, club_person_id, name, club_name, said_by_family, has_name, known_from, or_else } = question;
  const people = [{ club_person_id, name }, ...(or_else ? [or_else] : [])];
  const title = or_else
    ? t('gallery_people.link_which', { name, other: or_else.name })
    : t('gallery_people.link_question', { name });
  const reason = () => {
    if (said_by_family) return t('gallery_people.link_said_by_family');
    if (has_name) return t('gallery_people.link_has_name', { club: club_name });
    if (!known_from) return club_name;
    const { gallery_name: gallery, event_date } = known_from;
    return t('gallery_people.link_known_from', { gallery, date: date(event_date) });
  };
  return (
    <section className={classes.question} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      <QuestionFace person={person} caption={reason()} onWholePhoto={onWholePhoto} />
      <div className={classes.answers}>
        {people.map((named) => (
          <Button
            key={named.club_person_id}
            size="lg"
            disabled={busy}
            leftSection={<IconCheck size={20} aria-hidden="true" />}
            onClick={() =>
              onAnswer((onRefused) =>
                edit.answerLinkYes(
                  person.id,
                  named,
                  people.find((other) => other !== named)?.club_person_id,
                  onRefused,
                ),
              )
            }
          >
            {or_else ? named.name : t('gallery_people.link_yes')}
          </Button>
        ))}
        <Button
          size="lg"
          variant="default"
          disabled={busy}
          leftSection={<IconX size={20} aria-hidden="true" />}
          onClick={() => onAnswer((onRefused) => edit.answerLinkNo(person.id, people, onRefused))}
        >
          {t(or_else ? 'gallery_people.link_neither' : 'gallery_people.link_no')}
        </Button>
        <Button size="lg" variant="subtle" disabled={busy} onClick={onSkip}>
          {t('gallery_people.not_sure')}
        </Button>
      </div>
      <QuestionsLeft remaining={remaining} more={more} />
    </section>
  );
}
