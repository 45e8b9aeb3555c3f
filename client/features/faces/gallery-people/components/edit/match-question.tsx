import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Question } from '#client/components/ui/feedback/question.tsx';
import type { EditPeople } from '#client/features/faces/gallery-people/api/edit-people.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import type { FaceCropSource } from '#client/lib/zoom-to-face.ts';
import type { MatchQuestionOfGallery } from '#server/contract/schemas/gallery-people.ts';
import { nameOfPerson } from '../person-name.ts';
import { cropSourceOfFace, cropSourceOfPerson } from './face-crop-source.ts';
import { QuestionFace } from './question-face.tsx';
import classes from './questions.module.css';
import type { GiveAnswer } from './use-held-question.ts';

interface MatchQuestionProps {
  question: MatchQuestionOfGallery;
  /** How many come after it, in words. */
  rest: ReactNode;
  edit: EditPeople;
  /** An answer is on its way. */
  busy: boolean;
  onAnswer: GiveAnswer;
  onSkip: () => void;
  onWholePhoto: (cropSource: FaceCropSource) => void;
}

/** Is this somebody of the club? Asked where the family said so, where the name is on the club's list, and where the face is like that of a linked person. */
export function MatchQuestion(props: MatchQuestionProps) {
  const { question, rest, edit, busy, onAnswer, onSkip, onWholePhoto } = props;
  const { t } = useTranslation();
  const { date } = useFormat();
  const { person, club_person_id, name, club_name, said_by_family, has_name, known_from, or_else, picture } =
    question;
  const people = [{ club_person_id, name, picture }, ...(or_else ? [or_else] : [])];
  const known = people.filter((named) => named.picture);
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
    <Question
      title={title}
      heading="h3"
      large
      busy={busy}
      yes={people.map((named) => ({
        id: named.club_person_id,
        label: or_else ? named.name : t('gallery_people.link_yes'),
        onChoose: () => {
          const beside = people.find((other) => other !== named)?.club_person_id;
          onAnswer((onRefused) => edit.answerLinkYes(person.id, named, beside, onRefused));
        },
      }))}
      no={{
        label: t(or_else ? 'gallery_people.link_neither' : 'gallery_people.link_no'),
        onChoose: () => onAnswer((onRefused) => edit.answerLinkNo(person.id, people, onRefused)),
      }}
      skip={{ label: t('gallery_people.not_sure'), onChoose: onSkip }}
      rest={rest}
    >
      <div className={classes.pair}>
        <QuestionFace
          cropSource={cropSourceOfPerson(person)}
          name={nameOfPerson(t, person)}
          caption={known.length > 0 ? nameOfPerson(t, person) : reason()}
          onWholePhoto={onWholePhoto}
        />
        {known.map((named) => (
          <QuestionFace
            key={named.club_person_id}
            cropSource={cropSourceOfFace(named.picture)}
            name={named.name}
            caption={named.name}
            onWholePhoto={onWholePhoto}
          />
        ))}
      </div>
      {known.length > 0 && <p className={classes.reason}>{reason()}</p>}
    </Question>
  );
}
