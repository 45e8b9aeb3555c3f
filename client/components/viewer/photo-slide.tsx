import type { ReactNode } from 'react';
import { ImageSlide, type RenderSlideProps } from 'yet-another-react-lightbox';
import classes from './photo-viewer.module.css';
import { needsOriginal, slideStyle, type ViewerSlide } from './viewer-slide.ts';

interface PhotoSlideProps extends RenderSlideProps {
  slide: ViewerSlide;
  /** Lies on the photo, and is zoomed with it. */
  children?: ReactNode;
}

/** A photo: its thumbnail until the large rendition is there, and above both the original where the zoom asks for it. */
export function PhotoSlide({ slide, offset, rect, zoom, children }: PhotoSlideProps) {
  const style = slideStyle(slide);
  const background = `center / 100% 100% no-repeat url("${slide.thumbnail}")`;
  return (
    <>
      <ImageSlide slide={slide} offset={offset} rect={rect} style={{ ...style, background }} />
      {offset === 0 && needsOriginal(slide, { rect, zoom }) && (
        <img
          src={slide.original ?? undefined}
          alt=""
          decoding="async"
          className={classes.original}
          style={style}
        />
      )}
      {children && (
        <div className={classes.overlay} style={style}>
          {children}
        </div>
      )}
    </>
  );
}
