import { ActionIcon, Button } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import Lightbox, { type SlideshowRef } from 'yet-another-react-lightbox';
import Slideshow from 'yet-another-react-lightbox/plugins/slideshow';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import { IconChevronLeft } from '#client/icons/chevron-left.ts';
import { IconChevronRight } from '#client/icons/chevron-right.ts';
import { IconCircleCheckFilled } from '#client/icons/circle-check-filled.ts';
import { IconEyeOff } from '#client/icons/eye-off.ts';
import { IconInfoCircle } from '#client/icons/info-circle.ts';
import { IconMaximize } from '#client/icons/maximize.ts';
import { IconPlayerPause } from '#client/icons/player-pause.ts';
import { IconPlayerPlay } from '#client/icons/player-play.ts';
import { IconX } from '#client/icons/x.ts';
import 'yet-another-react-lightbox/styles.css';
import type { TilePhoto } from '#client/components/photo-grid/photo-tile.tsx';
import { leaveFullScreen, toggleFullScreen } from './full-screen.ts';
import { PhotoSlide } from './photo-slide.tsx';
import classes from './photo-viewer.module.css';
import { useViewerKeys } from './use-viewer-keys.ts';
import type { ViewerAction } from './viewer-action.ts';
import { viewerButton } from './viewer-button.ts';
import { ViewerMenu } from './viewer-menu.tsx';
import { slideOf, type ViewerSlide } from './viewer-slide.ts';
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
  onAskTakedown: (photo: Photo) => void;
  /** The address of the original for those who may have it, to be zoomed into. It has to stay the same function. */
  originalOf: (photo: Photo) => string | null;
  toolsOf?: ((photo: Photo) => ReactNode) | undefined;
  footOf?: ((photo: Photo) => ReactNode) | undefined;
  /** What lies on the photo. */
  overlayOf?: ((photo: Photo) => ReactNode) | undefined;
  /** What can be done with the photo by menu and keys. `turn` goes on to another one, or closes the viewer at the last. */
  actionsOf?: ((photo: Photo, turn: () => void) => ViewerAction[]) | undefined;
  /** What is known of the photo, shown and hidden by the key i. */
  detailsOf?: ((photo: Photo) => ReactNode) | undefined;
  isChosen?: ((photo: Photo) => boolean) | undefined;
}

const prefetchAhead = 20;
const slideshowMs = 4_000;

/** The second press of a double click on the photo meets the viewer that came in front of it. */
const doubleClickMs = 500;

/** The full-window photo viewer. It wraps around and supports swiping, pinching and keys (use-viewer-keys.ts). */
export default function PhotoViewer<Photo extends TilePhoto>(props: PhotoViewerProps<Photo>) {
  const { photos, total, onIndex, onClose, onNearEnd, onAskTakedown } = props;
  const { originalOf, toolsOf, footOf, overlayOf, actionsOf, detailsOf, isChosen } = props;
  const { t } = useTranslation();
  // The photo is tracked by id, so that added or deleted photos do not change the slide.
  const [shown, setShown] = useState({ id: photos[props.index]?.id, index: props.index });
  const found = photos.findIndex(({ id }) => id === shown.id);
  const index = found < 0 ? Math.min(shown.index, photos.length - 1) : found;
  const photo = photos[index];
  const [jumps, setJumps] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a jump gives the lightbox another list, so that it takes the index
  const slides = useMemo(
    () => photos.map((each) => slideOf(each, originalOf(each))),
    [photos, originalOf, jumps],
  );
  // The lightbox gets an index only when the list of slides changes. With one at each step, a late render would turn it back
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
  /** By the lightbox itself, which slides past all photos between them, it takes seconds and shows nothing meanwhile. */
  const jumpTo = (next: number) => {
    if (next === index) return;
    turnTo(next);
    setJumps(jumps + 1);
  };
  const motion = allowsMotion() ? zoomMs : 0;
  const slideshow = useRef<SlideshowRef>(null);
  const [playing, setPlaying] = useState(false);
  const [detailed, setDetailed] = useState(false);
  useEffect(() => leaveFullScreen, []);
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), doubleClickMs);
    return () => clearTimeout(timer);
  }, []);
  const turnAway = () => (photos.length > 1 ? keys.controller.current?.next() : onClose());
  const takedown: ViewerAction | undefined =
    photo && !('is_taken_down' in photo && photo.is_taken_down)
      ? { label: t('takedowns.ask'), icon: IconEyeOff, run: () => onAskTakedown(photo) }
      : undefined;
  const actions: ViewerAction[] = [
    ...(photo ? (actionsOf?.(photo, turnAway) ?? []) : []),
    ...(detailsOf
      ? [{ label: t('viewer.details'), icon: IconInfoCircle, key: 'i', run: () => setDetailed(!detailed) }]
      : []),
    {
      label: t(playing ? 'viewer.pause' : 'viewer.slideshow'),
      icon: playing ? IconPlayerPause : IconPlayerPlay,
      key: ' ',
      keyName: t('viewer.space'),
      disabled: photos.length < 2,
      run: () => (playing ? slideshow.current?.pause() : slideshow.current?.play()),
    },
    ...(document.fullscreenEnabled
      ? [{ label: t('viewer.full_screen'), icon: IconMaximize, key: 'f', run: toggleFullScreen }]
      : []),
  ];
  const mayDelete = actions.some(({ destroys }) => destroys);
  // For everybody else it has a button of its own.
  if (takedown && mayDelete) actions.push(takedown);
  actions.sort((a, b) => Number(a.destroys ?? false) - Number(b.destroys ?? false));
  const keys = useViewerKeys({
    Home: () => jumpTo(0),
    End: () => jumpTo(photos.length - 1),
    ...Object.fromEntries(actions.map(({ key, disabled, run }) => [key, disabled ? undefined : run])),
  });
  return (
    <Lightbox
      open
      close={onClose}
      index={start}
      slides={slides}
      on={{
        view: ({ index: next }) => next !== index && turnTo(next),
        entering: () => {
          zoomIn(index);
          letDialogsOpenAbove();
        },
        exiting: () => zoomOut(index),
        slideshowStart: () => setPlaying(true),
        slideshowStop: () => setPlaying(false),
      }}
      plugins={[Zoom, Slideshow]}
      slideshow={{ ref: slideshow, delay: slideshowMs }}
      className={classes.viewer}
      carousel={{
        finite: false,
        preload: 2,
        padding: 0,
        spacing: 0,
      }}
      animation={{ fade: motion, swipe: motion, navigation: motion }}
      controller={{ ref: keys.controller, closeOnPullDown: true, closeOnBackdropClick: settled }}
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
      toolbar={{
        buttons: [
          playing && (
            <ActionIcon
              key="pause"
              {...viewerButton(t('viewer.pause'))}
              onClick={() => slideshow.current?.pause()}
            >
              <IconPlayerPause size={22} stroke={1.7} />
            </ActionIcon>
          ),
          takedown && !mayDelete && toolsOf && (
            <ActionIcon key="takedown" {...viewerButton(takedown.label)} onClick={takedown.run}>
              <takedown.icon size={22} stroke={1.7} />
            </ActionIcon>
          ),
          // Where no other tools stand there is room for words.
          takedown && !mayDelete && !toolsOf && (
            <Button
              key="takedown"
              variant="transparent"
              c="#fff"
              h={48}
              px={8}
              aria-label={takedown.label}
              leftSection={<takedown.icon size={22} stroke={1.7} />}
              onClick={takedown.run}
            >
              {t('takedowns.ask_short')}
            </Button>
          ),
          photo && toolsOf && <span key="tools">{toolsOf(photo)}</span>,
          <ViewerMenu key="more" actions={actions} />,
          'close',
        ],
      }}
      render={{
        slide: (shown) => (
          <PhotoSlide {...shown} slide={shown.slide as ViewerSlide}>
            {shown.offset === 0 && shown.slide === slides[index] && photo && overlayOf?.(photo)}
          </PhotoSlide>
        ),
        iconClose: () => <IconX size={24} />,
        iconPrev: () => <IconChevronLeft size={32} />,
        iconNext: () => <IconChevronRight size={32} />,
        buttonZoom: () => null,
        buttonSlideshow: () => null,
        controls: () =>
          photo && (
            <>
              <div className={classes.head} data-words={(!mayDelete && !toolsOf) || undefined}>
                {isChosen?.(photo) && (
                  <IconCircleCheckFilled size={24} role="img" aria-label={t('viewer.selected')} />
                )}
                <span className={classes.counter} aria-live="polite">
                  {t('viewer.counter', { index: index + 1, total })}
                </span>
                <span className={classes.name}>{photo.filename}</span>
              </div>
              {detailed && detailsOf && <aside className={classes.details}>{detailsOf(photo)}</aside>}
              {footOf && <div className={classes.foot}>{footOf(photo)}</div>}
            </>
          ),
      }}
    />
  );
}

/** The lightbox makes all else inert, also where messages stand and dialogs of the viewer's actions open. */
function letDialogsOpenAbove(): void {
  setTimeout(() => {
    for (const place of document.querySelectorAll(
      '[data-mantine-shared-portal-node], [data-usable-above-viewer]',
    )) {
      place.removeAttribute('inert');
      place.removeAttribute('aria-hidden');
    }
  });
}
