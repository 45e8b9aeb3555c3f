import { UnstyledButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Point } from '#client/features/faces/my-photos/api/add-reference-picture.ts';
import { boxStyle } from '#client/lib/box-style.ts';
import { centreOf, pressedFace } from '#client/lib/pressed-face.ts';
import classes from './choose-face.module.css';
import type { Several } from './use-tried-picture.ts';

type Face = Several['faces'][number];

interface ChooseFaceProps {
  file: File;
  /** Fractions of the picture. */
  faces: Face[];
  chosen: Point | undefined;
  onChoose: (point: Point) => void;
}

const isIn = ({ x, y, w, h }: Face, point: Point) =>
  point.x >= x && point.x <= x + w && point.y >= y && point.y <= y + h;

/** A picture as it was chosen; where several faces are on it, one of them has to be pressed. It stays marked. */
export function ChooseFace({ file, faces, chosen, onChoose }: ChooseFaceProps) {
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
      {faces.map((face, i) => {
        const { x, y } = centreOf(face);
        return (
          <UnstyledButton
            key={`${x} ${y}`}
            className={classes.target}
            aria-label={t('my_photos.choose_face', { n: i + 1 })}
            aria-pressed={chosen !== undefined && isIn(face, chosen)}
            style={{
              left: `${x * 100}%`,
              top: `${y * 100}%`,
              width: `${face.w * 100}%`,
              height: `${face.h * 100}%`,
            }}
            onClick={(event) => onChoose(centreOf(pressedFace(event, faces, face)))}
          />
        );
      })}
      {faces.map((face) => (
        <span
          key={`${face.x} ${face.y}`}
          className={classes.face}
          data-chosen={(chosen !== undefined && isIn(face, chosen)) || undefined}
          style={boxStyle(face)}
        />
      ))}
    </div>
  );
}
