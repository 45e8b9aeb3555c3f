import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditPeople } from '#client/features/gallery-people/api/edit-people.ts';
import { useFormat } from '#client/lib/use-format.ts';
import type { LinkQuestionOfGallery } from '#server/contract/schemas/gallery-people.ts';
import type { FaceCropSource } from './face-crop.tsx';
import classes from './merge-suggestions.module.css';
import { QuestionFace } from './question-face.tsx';

interface LinkQuestionProps {
  question: LinkQuestionOfGallery;
  /** How many come after it. */
  more: number;
  edit: EditPeople;
  onSkip: () => void;
  onWholePhoto: (cropSource: FaceCropSource) => void;
}

/** Is this somebody of the club? Asked where the family said so, and where the face is like that of a linked person. */
export function LinkQuestion({ question, more, edit, onSkip, onWholePhoto }: LinkQuestionProps) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const [busy, setBusy] = useState(false);
  const { person, club_person_id, name, club_name, said_by_family, known_from } = question;
  const title = t('gallery_people.link_question', { name });
  const answer = async (work: Promise<boolean>) => {
    setBusy(true);
    await work;
    setBusy(false);
  };
  const reason = () => {
    if (said_by_family) return t('gallery_people.link_said_by_family');
    if (!known_from) return club_name;
    const { gallery_name: gallery, event_date } = known_from;
    return t('gallery_people.link_known_from', { gallery, date: date(event_date) });
  };
  return (
    <section className={classes.question} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      <QuestionFace person={person} caption={reason()} onWholePhoto={onWholePhoto} />
      <div className={classes.answers}>
        <Button
          size="lg"
          disabled={busy}
          leftSection={<IconCheck size={20} aria-hidden="true" />}
          onClick={() => void answer(edit.link(person.id, club_person_id, name))}
        >
          {t('gallery_people.link_yes')}
        </Button>
        <Button
          size="lg"
          variant="default"
          disabled={busy}
          leftSection={<IconX size={20} aria-hidden="true" />}
          onClick={() => void answer(edit.declineLink(person.id, club_person_id, name))}
        >
          {t('gallery_people.link_no')}
        </Button>
        <Button size="lg" variant="subtle" disabled={busy} onClick={onSkip}>
          {t('gallery_people.link_skip')}
        </Button>
      </div>
      <p className={classes.rest} role="status">
        {t('gallery_people.questions_left', { count: more })}
      </p>
    </section>
  );
}
