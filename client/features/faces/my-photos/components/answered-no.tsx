import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { useAnsweredNo } from '../api/my-photos.ts';
import { galleryAndEvent } from '../gallery-and-event.ts';
import type { ShownMember } from '../shown-names.ts';
import classes from './answered-no.module.css';
import { FaceInPhoto } from './face-in-photo.tsx';
import { useAnswerAboutPerson } from './use-answer-about-person.ts';

/** Names may take two lines, and the usual label of a button cuts what lies below the line. */
const labelOfNames = { whiteSpace: 'normal', overflow: 'visible', lineHeight: 1.5 } as const;

interface AnsweredNoDialogProps {
  member: ShownMember;
  opened: boolean;
  onClose: () => void;
}

/** How many persons the family said no about; undefined if none. */
export function useAnsweredNoLabel(member: ShownMember): string | undefined {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { total = 0 } = useAnsweredNo(member.id).data ?? {};
  if (total === 0) return undefined;
  return t('my_photos.answered_no', { name: member.shown_name, count: total, n: number(total) });
}

/** A list of the persons the family said no about, in which a no said by mistake becomes a yes. */
export function AnsweredNoDialog({ member, opened, onClose }: AnsweredNoDialogProps) {
  const { t } = useTranslation();
  const { data } = useAnsweredNo(member.id);
  const { say, pending } = useAnswerAboutPerson(member, { isQuestion: true });
  const name = member.shown_name;
  if (!data || data.total === 0) return null;
  return (
    <Dialog opened={opened} onClose={onClose} title={t('my_photos.not_them', { name })}>
      <Text>{t('my_photos.answered_no_text', { name })}</Text>
      <ul className={classes.people}>
        {data.people.map(({ person_id, photo, box, ...person }) => {
          const from = t('my_photos.question_from', {
            count: person.photo_count,
            source: galleryAndEvent(person),
          });
          const isThem = t('my_photos.is_them_after_all', { name });
          return (
            <li key={person_id} className={classes.person}>
              <FaceInPhoto photo={photo} box={box} size={72} />
              <span className={classes.from}>{from}</span>
              <Button
                variant="default"
                size="sm"
                className={classes.answer}
                styles={{ root: { blockSize: 'auto', minBlockSize: 44 }, label: labelOfNames }}
                disabled={pending !== undefined}
                aria-label={`${isThem}: ${from}`}
                onClick={() => say(person_id, 'yes')}
              >
                {isThem}
              </Button>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
