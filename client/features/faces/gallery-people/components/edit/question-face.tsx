import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FaceCropSource } from '#client/lib/zoom-to-face.ts';
import { FaceCrop } from './face-crop.tsx';
import classes from './questions.module.css';

interface QuestionFaceProps {
  cropSource: FaceCropSource;
  name: string;
  caption: string;
  onWholePhoto: (cropSource: FaceCropSource) => void;
}

/** A face that a question is about; a tap shows the whole photo. */
export function QuestionFace({ cropSource, name, caption, onWholePhoto }: QuestionFaceProps) {
  const { t } = useTranslation();
  return (
    <figure className={classes.side}>
      <UnstyledButton
        className={classes.face}
        aria-label={t('gallery_people.whole_photo_of', { name })}
        onClick={() => onWholePhoto(cropSource)}
      >
        <FaceCrop {...cropSource} />
      </UnstyledButton>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
