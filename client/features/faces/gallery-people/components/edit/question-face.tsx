import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FaceCropSource } from '#client/lib/zoom-to-face.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import { nameOfPerson } from '../person-name.ts';
import { FaceCrop } from './face-crop.tsx';
import { cropSourceOfPerson } from './face-crop-source.ts';
import classes from './questions.module.css';

interface QuestionFaceProps {
  person: Person;
  caption: string;
  onWholePhoto: (cropSource: FaceCropSource) => void;
}

/** The face a question is about; a tap shows the whole photo. */
export function QuestionFace({ person, caption, onWholePhoto }: QuestionFaceProps) {
  const { t } = useTranslation();
  const cropSource = cropSourceOfPerson(person);
  return (
    <figure className={classes.side}>
      <UnstyledButton
        className={classes.face}
        aria-label={t('gallery_people.whole_photo_of', { name: nameOfPerson(t, person) })}
        onClick={() => onWholePhoto(cropSource)}
      >
        <FaceCrop {...cropSource} />
      </UnstyledButton>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
