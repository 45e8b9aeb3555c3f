import { UnstyledButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Point } from '#client/features/my-photos/api/add-reference.ts';
import classes from './choose-face.module.css';

interface ChooseFaceProps {
  file: File;
  /** Fractions of the picture. */
  faces: { x: number; y: number; w: number; h: number }[];
  onChoose: (point: Point) => void;
}

/** A picture as it was chosen; where several faces are on it, one of them has to be pressed. */
export function ChooseFace({ file, faces, onChoose }: ChooseFaceProps) {
  const { t } = useTranslation();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  if (!url) return null;
  return (
    <div className={classes.picture}>
      <img src={url} alt="" />
      {faces.map(({ x, y, w, h }, i) => (
        <UnstyledButton
          key={`${x} ${y}`}
          className={classes.face}
          aria-label={t('my_photos.choose_face', { n: i + 1 })}
          style={{ left: `${x * 100}%`, top: `${y * 100}%`, width: `${w * 100}%`, height: `${h * 100}%` }}
          onClick={() => onChoose({ x: x + w / 2, y: y + h / 2 })}
        />
      ))}
    </div>
  );
}
