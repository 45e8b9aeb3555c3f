import type { TFunction } from 'i18next';
import { memo, type PointerEvent, type ReactNode, type SyntheticEvent, useRef, useState } from 'react';
import { IconCheck } from '#client/icons/check.ts';
import { renditionSize } from '#server/contract/rendition-sizes.ts';
import classes from './photo-tile.module.css';
import { usePlaceholder } from './thumbhash.ts';

export interface TilePhoto {
  id: string;
  filename: string;
  width: number;
  height: number;
  thumbhash: string | null;
  thumbnail_urls: { small: string; medium: string; large: string };
}

export type TileRender = (photo: TilePhoto) => ReactNode;

interface PhotoTileProps {
  photo: TilePhoto;
  index: number;
  total: number;
  width: number;
  height: number;
  /** Whether the picture is shown by now, or its place alone. */
  fetched: boolean;
  /** Of the first row, whose pictures come before all others. */
  first: boolean;
  /** Passed as a prop: a language subscription in every tile costs more than the tile itself. */
  t: TFunction;
  onOpen: (index: number) => void;
  /** Selection; absent if photos cannot be selected. */
  chosen?: boolean | undefined;
  choosing: boolean;
  onChoose?: ((photo: TilePhoto, index: number, range: boolean) => void) | undefined;
  /** A long press on a touch screen. */
  onHold?: ((photo: TilePhoto, index: number) => void) | undefined;
  actionsOf?: TileRender | undefined;
  badgeOf?: TileRender | undefined;
}

const longPressMs = 450;
/** A small picture enlarged by a tenth is as good to the eye. */
const ENLARGED_AT_MOST = 1.1;

export const PhotoTile = memo(function PhotoTile(props: PhotoTileProps) {
  const { photo, index, total, width, height, fetched, first, t, onOpen } = props;
  const { chosen, choosing, onChoose, onHold, actionsOf, badgeOf } = props;
  const badge = badgeOf?.(photo);
  const [near, setNear] = useState(false);
  const press = useRef<{ timer?: ReturnType<typeof setTimeout>; fired: boolean }>({ fired: false });

  const startPress = (event: PointerEvent) => {
    press.current.fired = false;
    if (event.pointerType === 'mouse' || !onHold) return;
    press.current.timer = setTimeout(() => {
      press.current.fired = true;
      onHold(photo, index);
    }, longPressMs);
  };
  const endPress = () => clearTimeout(press.current.timer);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nearness only brings out the tile's own buttons
    <div
      className={classes.tile}
      ref={usePlaceholder(photo.thumbhash)}
      style={{ inlineSize: width, blockSize: height }}
      data-chosen={chosen || undefined}
      data-tile={index}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setNear(true)}
      onPointerLeave={() => setNear(false)}
      onFocus={() => setNear(true)}
      onBlur={({ currentTarget, relatedTarget }) =>
        !currentTarget.contains(relatedTarget) && !currentTarget.matches(':hover') && setNear(false)
      }
    >
      <button
        type="button"
        className={classes.open}
        data-photo-index={index}
        aria-label={t('photos.open', { name: photo.filename, index: index + 1, total })}
        onPointerDown={startPress}
        onPointerUp={endPress}
        onPointerMove={(event) => Math.abs(event.movementX) + Math.abs(event.movementY) > 4 && endPress()}
        onPointerCancel={endPress}
        onContextMenu={(event) => press.current.fired && event.preventDefault()}
        onClick={(event) => {
          if (press.current.fired) return;
          if (choosing && onChoose) onChoose(photo, index, event.shiftKey);
          else onOpen(index);
        }}
      >
        <img
          {...(fetched && pictureFor(photo, width, height))}
          alt=""
          fetchPriority={first ? 'high' : 'auto'}
          decoding="async"
          draggable={false}
          className={classes.image}
          onLoad={appear}
        />
      </button>
      {badge && <div className={classes.badge}>{badge}</div>}
      {onChoose && (near || chosen || choosing) && (
        <button
          type="button"
          className={classes.tick}
          aria-pressed={chosen ?? false}
          aria-label={t(chosen ? 'photos.unmark' : 'photos.mark', { name: photo.filename })}
          onClick={(event) => onChoose(photo, index, event.shiftKey)}
        >
          <span className={classes.dot}>
            <IconCheck size={16} stroke={3} />
          </span>
        </button>
      )}
      {near && !choosing && actionsOf && <div className={classes.actions}>{actionsOf(photo)}</div>}
    </div>
  );
});

/** Sets the attribute on the element directly: rendering each tile again on load would make scrolling stutter. */
const appear = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
  currentTarget.dataset.loaded = '';
};

/**
 * The small picture for screens of one pixel a point where it fills the tile, the medium one otherwise: between 1 and 2, browsers
 * take it from 1.5 on.
 */
function pictureFor(photo: TilePhoto, shownWidth: number, shownHeight: number) {
  const { small, medium } = photo.thumbnail_urls;
  const made = renditionSize(photo, 'small');
  const fills = Math.max(shownWidth / made.width, shownHeight / made.height) <= ENLARGED_AT_MOST;
  return { srcSet: fills ? `${small}, ${medium} 2x` : undefined, src: medium };
}
