import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import Lightbox from 'yet-another-react-lightbox';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import 'yet-another-react-lightbox/styles.css';
import type { TilePhoto } from '#client/components/photo-grid/photo-tile.tsx';
import classes from './photo-viewer.module.css';
import { useViewerKeys } from './use-viewer-keys.ts';
import { slideOf, slidePlaceholder } from './viewer-slide.ts';
import { allowsMotion, zoomIn, zoomMs, zoomOut } from './zoom-transition.ts';

interface PhotoViewerProps<Photo extends TilePhoto> {
  photos: Photo[];
  total: number;
  /** The initial photo; later changes are reported through onIndex. */
  index: number;
  onIndex: (index: number) => void;
  onClose: () => void;
  /** Loads the photos that are still missing, so that the viewer can go on and wrap around. */
  onNearEnd: () => void;
  toolsOf: (photo: Photo) => ReactNode;
  footOf?: ((photo: Photo) => ReactNode) | undefined;
}

const prefetchAhead = 20;

/** The full-window photo viewer. It wraps around and supports swiping, pinching and keys (use-viewer-keys.ts). */
export default function PhotoViewer<Photo extends TilePhoto>(props: PhotoViewerProps<Photo>) {
  const { photos, total, onIndex, onClose, onNearEnd, toolsOf, footOf } = props;
  const { t } = useTranslation();
  // The photo is tracked by id, so that added or deleted photos do not change the slide.
  const [shown, setShown] = useState({ id: photos[props.index]?.id, index: props.index });
  const found = photos.findIndex(({ id }) => id === shown.id);
  const index = found < 0 ? Math.min(shown.index, photos.length - 1) : found;
  const photo = photos[index];
  const slides = useMemo(() => photos.map(slideOf), [photos]);
  // The lightbox gets an index only when the list of photos changes. With one at each step, a late render would turn it back
  // while somebody turns quickly.
  // biome-ignore lint/correctness/useExhaustiveDependencies: while the list stays the same, the lightbox keeps its own index
  const start = useMemo(() => index, [slides]);

  useEffect(() => {
    if (photos.length < total && (index < 2 || index >= photos.length - prefetchAhead)) onNearEnd();
  }, [index, photos.length, total, onNearEnd]);

  const turnTo = (next: number) => {
    setShown({ id: photos[next]?.id, index: next });
    onIndex(next);
  };
  const motion = allowsMotion() ? zoomMs : 0;
  const keys = useViewerKeys();
  return (
    <Lightbox
      open
      close={onClose}
      index={start}
      slides={slides}
      on={{
        view: ({ index: next }) => next !== index && turnTo(next),
        entering: () => zoomIn(index),
        exiting: () => zoomOut(index),
      }}
      plugins={[Zoom]}
      className={classes.viewer}
      carousel={{
        finite: false,
        preload: 2,
        padding: 0,
        spacing: 0,
        imageProps: (shownSlide) => slidePlaceholder(shownSlide as ReturnType<typeof slideOf>),
      }}
      animation={{ fade: motion, swipe: motion, navigation: motion }}
      controller={{ ref: keys.controller, closeOnPullDown: true, closeOnBackdropClick: true }}
      zoom={{ ref: keys.zoom, maxZoomPixelRatio: 2, scrollToZoom: false }}
      labels={{
        Previous: t('viewer.previous'),
        Next: t('viewer.next'),
        Close: t('common.close'),
        'Zoom in': t('viewer.zoom_in'),
        'Zoom out': t('viewer.zoom_out'),
        Lightbox: t('viewer.label'),
        Carousel: t('viewer.photos'),
        Slide: t('viewer.photo'),
        'Photo gallery': t('viewer.photos'),
        '{index} of {total}': t('viewer.of'),
      }}
      toolbar={{ buttons: [photo && <span key="tools">{toolsOf(photo)}</span>, 'close'] }}
      render={{
        iconClose: () => <IconX size={24} aria-hidden="true" />,
        iconPrev: () => <IconChevronLeft size={32} aria-hidden="true" />,
        iconNext: () => <IconChevronRight size={32} aria-hidden="true" />,
        buttonZoom: () => null,
        controls: () =>
          photo && (
            <>
              <div className={classes.head}>
                <span className={classes.counter} aria-live="polite">
                  {t('viewer.counter', { index: index + 1, total })}
                </span>
                <span className={classes.name}>{photo.filename}</span>
              </div>
              {footOf && <div className={classes.foot}>{footOf(photo)}</div>}
            </>
          ),
      }}
    />
  );
}
