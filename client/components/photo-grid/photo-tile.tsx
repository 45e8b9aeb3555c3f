import { IconCheck } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { memo, type PointerEvent, type ReactNode, type SyntheticEvent, useRef, useState } from 'react';
import classes from './photo-tile.module.css';
import { placeholderOf } from './thumbhash.ts';

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
  /** Passed as a prop: a language subscription in every tile costs more than the tile itself. */
  t: TFunction;
  onOpen: (index: number) => void;
  /** Selection; absent if photos cannot be selected. */
  chosen?: boolean | undefined;
  choosing: boolean;
  onChoose?: ((photo: TilePhoto, index: number, range: boolean) => void) | undefined;
  actionsOf?: TileRender | undefined;
  badgeOf?: TileRender | undefined;
}

const longPressMs = 450;

export const PhotoTile = memo(function PhotoTile(props: PhotoTileProps) {
  const { photo, index, total, width, height, t, onOpen, chosen, choosing } = props;
  const { onChoose, actionsOf, badgeOf } = props;
  const badge = badgeOf?.(photo);
  const [near, setNear] = useState(false);
  const press = useRef<{ timer?: ReturnType<typeof setTimeout>; fired: boolean }>({ fired: false });

  const startPress = (event: PointerEvent) => {
    press.current.fired = false;
    if (event.pointerType === 'mouse' || !onChoose) return;
    press.current.timer = setTimeout(() => {
      press.current.fired = true;
      onChoose(photo, index, false);
    }, longPressMs);
  };
  const endPress = () => clearTimeout(press.current.timer);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nearness only brings out the tile's own buttons
    <div
      className={classes.tile}
      style={{ inlineSize: width, blockSize: height, backgroundImage: backgroundOf(photo) }}
      data-chosen={chosen || undefined}
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
          src={photo.thumbnail_urls.medium}
          alt=""
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
            <IconCheck size={16} stroke={3} aria-hidden="true" />
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

function backgroundOf(photo: TilePhoto): string | undefined {
  const url = placeholderOf(photo.thumbhash);
  return url && `url(${url})`;
}
