import type { MouseEvent } from 'react';
import type { FractionBox } from '#client/lib/zoom-to-face.ts';
import classes from './marked-photo.module.css';

export interface Mark {
  x: number;
  y: number;
}

interface MarkedPhotoProps {
  photo: { width: number; height: number };
  url: string;
  alt: string;
  mark: Mark | null;
  /** The face that was pointed at; drawn in place of the point. */
  face?: FractionBox | null;
  /** Called with the place that is pointed at; without it the photo is only shown. */
  onMark?: (mark: Mark) => void;
  maxHeight: number;
}

const percent = (part: number) => `${part * 100}%`;

/** A whole photo with a ring where somebody pointed, or a frame around the face there. */
export function MarkedPhoto({ photo, url, alt, mark, face, onMark, maxHeight }: MarkedPhotoProps) {
  const point = ({ currentTarget, clientX, clientY }: MouseEvent) => {
    const frame = currentTarget.getBoundingClientRect();
    const part = (value: number) => Math.min(1, Math.max(0, value));
    onMark?.({
      x: part((clientX - frame.left) / frame.width),
      y: part((clientY - frame.top) / frame.height),
    });
  };
  return (
    // Pointing is a help and never required; the text beside it says the same to those who cannot point.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      className={`${classes.frame} ${onMark ? classes.pointable : ''}`}
      style={{
        inlineSize: (maxHeight * photo.width) / photo.height,
        aspectRatio: `${photo.width} / ${photo.height}`,
      }}
      onClick={onMark && point}
      data-markable={onMark ? '' : undefined}
    >
      <img className={classes.image} src={url} alt={alt} draggable={false} />
      {face ? (
        <span
          className={classes.face}
          style={{
            left: percent(face.x),
            top: percent(face.y),
            width: percent(face.w),
            height: percent(face.h),
          }}
        />
      ) : (
        mark && <span className={classes.mark} style={{ left: percent(mark.x), top: percent(mark.y) }} />
      )}
    </div>
  );
}
