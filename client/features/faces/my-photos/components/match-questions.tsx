import { useHotkeys } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Question } from '#client/components/ui/feedback/question.tsx';
import { boxStyle } from '#client/lib/box-style.ts';
import { useMatchQuestions } from '../api/found-photos.ts';
import { useMyFamily } from '../api/my-family.ts';
import { galleryAndEvent } from '../gallery-and-event.ts';
import { type ShownMember, siblingNotLookedFor } from '../shown-names.ts';
import { FaceInPhoto } from './face-in-photo.tsx';
import classes from './match-questions.module.css';
import { type SaidAboutPerson, useAnswerAboutPerson } from './use-answer-about-person.ts';

/** "Is this Mia?", or "Mia or Lina?", one at a time, then the rest. The answers count for the family alone. */
export function MatchQuestions({ member, rest }: { member: ShownMember; rest?: ReactNode }) {
  const { t } = useTranslation();
  const questions = useMatchQuestions(member.id);
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set());
  const askAgain = (personId: string) =>
    setSkipped((before) => new Set([...before].filter((id) => id !== personId)));
  const open = questions.filter(({ person_id }) => !skipped.has(person_id));
  const [question] = open;
  const family = useMyFamily().data?.members;
  const relative = family?.find(({ id }) => id === question?.relative_id);
  const sibling = siblingNotLookedFor(member, family);
  const answering = { onUndone: askAgain, isQuestion: true };
  const about = useAnswerAboutPerson(member, answering);
  const aboutRelative = useAnswerAboutPerson(relative ?? member, answering);
  const name = member.shown_name;

  const skip = () => question && setSkipped(new Set([...skipped, question.person_id]));
  const answer = (...said: (readonly [typeof about, SaidAboutPerson])[]) => {
    if (!question || about.pending || aboutRelative.pending) return;
    const { person_id } = question;
    skip();
    for (const [who, what] of said) who.say(person_id, what, { onError: () => askAgain(person_id) });
  };
  const isMember = () => answer([about, 'yes']);
  const isRelative = () => answer([aboutRelative, 'yes']);
  const isNeither = () => answer([about, 'no'], ...(relative ? [[aboutRelative, 'no'] as const] : []));
  useHotkeys([
    ['y', isMember],
    ['n', isNeither],
    ['s', skip],
  ]);
  if (!question) return rest;
  const { photo, box } = question;
  const title = relative
    ? t('my_photos.which_of_two', { name, other: relative.shown_name })
    : t('my_photos.is_this', { name });
  return (
    <div className={classes.question} data-foot-in-use>
      <Question
        title={title}
        heading="h2"
        yes={[
          { id: member.id, label: relative ? name : t('my_photos.yes'), onChoose: isMember },
          ...(relative ? [{ id: relative.id, label: relative.shown_name, onChoose: isRelative }] : []),
        ]}
        no={{ label: relative ? t('my_photos.neither') : t('my_photos.no'), onChoose: isNeither }}
        skip={{ label: t('my_photos.skip'), onChoose: skip }}
        rest={t('my_photos.questions_left', { count: open.length - 1 })}
      >
        <div className={classes.pictures}>
          <FaceInPhoto photo={photo} box={box} size={144} />
          <span className={classes.photo}>
            <img src={photo.thumbnail_urls.medium} width={photo.width} height={photo.height} alt="" />
            <span className={classes.mark} style={boxStyle(box)} />
          </span>
        </div>
        <p className={classes.from}>
          {t('my_photos.question_from', {
            count: question.photo_count,
            source: galleryAndEvent(question),
          })}
        </p>
        {sibling && !question.is_declined && (
          <p className={classes.from}>
            {t('my_photos.asked_for_sibling', { name, other: sibling.shown_name })}
          </p>
        )}
        {question.is_declined && <p className={classes.from}>{t('my_photos.declined', { name })}</p>}
      </Question>
    </div>
  );
}
