import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconCheck } from '#client/icons/check.ts';
import { IconX } from '#client/icons/x.ts';
import type { FoundPhoto } from '#server/contract/schemas/my-photos.ts';
import classes from './answer-about-person.module.css';
import { FaceInPhoto } from './face-in-photo.tsx';
import type { SaidAboutPerson } from './use-answer-about-person.ts';

const NotThemDialog = lazyPart(() => import('./not-them-dialog.tsx'));

interface AnswerAboutPersonProps {
  name: string;
  photo: FoundPhoto;
  /** How many of the photos on the page show the same person of the gallery. */
  count: number;
  pending: SaidAboutPerson | undefined;
  onSay: (said: SaidAboutPerson) => void;
  /** Says that they are not on this photo. */
  onReject: () => void;
}

/** Which face in a photo was taken for somebody of the family, and whether it is, here or on all photos of the person. */
export function AnswerAboutPerson({ name, photo, count, pending, onSay, onReject }: AnswerAboutPersonProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [asking, setAsking] = useState(false);
  const isConfirmed = photo.certainty === 'confirmed';
  return (
    <>
      <span className={classes.person} role="status">
        <FaceInPhoto photo={photo} box={photo.box} size={40} />
        {t(isConfirmed ? 'my_photos.confirmed' : 'my_photos.on_photos', { name, count, n: number(count) })}
      </span>
      <span className={classes.answers}>
        {!isConfirmed && (
          <Button
            variant="white"
            size="sm"
            leftSection={<IconCheck size={18} />}
            loading={pending === 'yes'}
            disabled={pending !== undefined}
            onClick={() => onSay('yes')}
          >
            {t('my_photos.is_them', { name })}
          </Button>
        )}
        <Button
          variant="subtle"
          color="gray.0"
          size="sm"
          leftSection={<IconX size={18} />}
          loading={pending === 'no'}
          disabled={pending !== undefined}
          onClick={() => (count > 1 ? setAsking(true) : onSay('no'))}
        >
          {t('my_photos.not_them', { name })}
        </Button>
      </span>
      <Suspense>
        {asking && (
          <NotThemDialog
            name={name}
            count={count}
            onThisPhoto={photo.can_reject ? onReject : undefined}
            onAll={() => onSay('no')}
            onClose={() => setAsking(false)}
          />
        )}
      </Suspense>
    </>
  );
}
