import { useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { loadAheadRows } from '#client/hooks/use-infinite-list.ts';
import type { Selection } from '#client/hooks/use-selection.ts';
import {
  fullHeight,
  gap,
  type Heading,
  headingHeight,
  layOutRows,
  layOutSections,
  rowsAhead,
  rowsAround,
  rowWith,
  sectionsOf,
  verticalNeighbour,
} from './justified-rows.ts';
import classes from './photo-grid.module.css';
import { PhotoTile, type TilePhoto, type TileRender } from './photo-tile.tsx';
import { SelectPhotos } from './select-photos.tsx';
import { useDragSelection } from './use-drag-selection.ts';
import { usePlace } from './use-place.ts';
import { useWidth } from './use-width.ts';

const JumpToSection = lazyPart(() => import('./jump-to-section.tsx'));

interface PhotoGridProps<Photo extends TilePhoto> {
  photos: Photo[];
  total: number;
  label: string;
  onOpen: (index: number) => void;
  onNearEnd: () => void;
  loadingMore: boolean;
  /** The photos are those of before a choice, until the chosen ones arrive. */
  outdated?: boolean;
  /** The photo open in the viewer: the rows scroll with it, so that closing shows its thumbnail. */
  shown?: number | undefined;
  selection?: Selection | undefined;
  /** The button that begins to select stands above the photos, or in their first heading; else the page shows it. */
  selects?: boolean | undefined;
  actionsOf?: ((photo: Photo) => ReactNode) | undefined;
  badgeOf?: ((photo: Photo) => ReactNode) | undefined;
  /** What stands above the photos of one event; photos of the same key lie together. It has to stay the same function. */
  headingOf?: ((photo: Photo) => Heading) | undefined;
}

/** Virtualised justified rows. Arrow keys move the focus from photo to photo. */
export function PhotoGrid<Photo extends TilePhoto>(props: PhotoGridProps<Photo>) {
  const { photos, total, label, onOpen, onNearEnd, loadingMore, outdated, shown = -1 } = props;
  const { selection, selects = true, actionsOf, badgeOf, headingOf } = props;
  const { t } = useTranslation();
  const [sizer, width] = useWidth();
  const frame = useRef<HTMLDivElement>(null);
  const lastChosen = useRef<number>(undefined);
  const rows = useMemo(
    () => (headingOf ? layOutSections(photos, width, headingOf) : layOutRows(photos, width)),
    [photos, width, headingOf],
  );
  const isSelecting = (selection?.count ?? 0) > 0;
  const { margin, coveredStart, coveredEnd } = usePlace(frame, rows, isSelecting);

  const virtual: Virtualizer<Window, Element> = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => (rows[index] ? fullHeight(rows[index]) : 0),
    overscan: rowsAhead,
    rangeExtractor: (range) => rowsAround(range, virtual.scrollDirection),
    scrollMargin: margin,
    scrollPaddingStart: coveredStart + gap,
    scrollPaddingEnd: coveredEnd,
    getItemKey: (index) => rows[index]?.cells[0]?.photo.id ?? index,
  });
  const items = virtual.getVirtualItems();
  const lastRow = items.at(-1)?.index ?? -1;
  // Before somebody scrolls, only pictures of rows in view are fetched.
  const [hasScrolled, setHasScrolled] = useState(false);
  if (virtual.isScrolling && !hasScrolled) setHasScrolled(true);
  const lastFetched = hasScrolled ? lastRow : (virtual.range?.endIndex ?? -1);

  const sections = useMemo(() => sectionsOf(rows), [rows]);
  const belowBars = (virtual.scrollOffset ?? 0) + coveredStart + gap + 1;
  const topRow = virtual.getVirtualItemForOffset(belowBars)?.index ?? 0;
  const section = topRow > 0 && sections.length > 1 && sections.findLast(({ row }) => row <= topRow);

  // Row heights are computed from the width and never measured.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new layout makes every remembered height stale
  useEffect(() => virtual.measure(), [rows, virtual]);

  const reveal = (at: number) => virtual.scrollToIndex(rowWith(rows, at), { align: 'auto' });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only turning to another photo moves the rows
  useEffect(() => {
    if (shown >= 0 && rows.length > 0) reveal(shown);
  }, [shown]);

  // Where the selection bar lies on the photo that was selected first, the photo moves above it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a bar that covers more than before moves the rows
  useEffect(() => {
    if (isSelecting && lastChosen.current !== undefined) reveal(lastChosen.current);
  }, [coveredEnd]);

  // Where what stands above the photos moves the one with the focus below a bar, it comes out again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another place moves the rows
  useEffect(() => {
    const focused = frame.current?.querySelector<HTMLElement>('[data-photo-index]:focus-visible');
    if (focused && isInView(focused)) reveal(Number(focused.dataset.photoIndex));
  }, [margin, coveredEnd]);

  useEffect(() => {
    if (rows.length > 0 && lastRow >= rows.length - loadAheadRows) onNearEnd();
  }, [lastRow, rows.length, onNearEnd]);

  // The callbacks stay the same while photos arrive, so that existing tiles are not rendered again.
  const list = { photos, selection, covered: [coveredStart, coveredEnd] as const };
  const newest = useRef(list);
  useEffect(() => {
    newest.current = list;
  });
  const drag = useDragSelection(frame, newest);
  const choose = useCallback((photo: TilePhoto, index: number, range: boolean) => {
    const from = lastChosen.current;
    if (range && from !== undefined) {
      const [low, high] = from < index ? [from, index] : [index, from];
      const between = newest.current.photos.slice(low, high + 1).map(({ id }) => id);
      newest.current.selection?.setAll(between, true);
    } else newest.current.selection?.toggle(photo.id);
    lastChosen.current = index;
  }, []);
  const { begin } = drag;
  const hold = useCallback(
    (photo: TilePhoto, index: number) => {
      choose(photo, index, false);
      begin(index);
    },
    [choose, begin],
  );

  const walk = (event: KeyboardEvent) => {
    const at = Number((event.target as HTMLElement).dataset.photoIndex ?? Number.NaN);
    if (Number.isNaN(at)) return;
    const forward = document.documentElement.dir === 'rtl' ? -1 : 1;
    const moves: Record<string, number | undefined> = {
      ArrowRight: at + forward,
      ArrowLeft: at - forward,
      ArrowDown: verticalNeighbour(rows, at, 1),
      ArrowUp: verticalNeighbour(rows, at, -1),
    };
    const to = moves[event.key];
    if (to === undefined || to < 0 || to >= photos.length) return;
    event.preventDefault();
    reveal(to);
    requestAnimationFrame(() =>
      frame.current?.querySelector<HTMLElement>(`[data-photo-index="${to}"]`)?.focus({ preventScroll: true }),
    );
  };

  return (
    <div ref={sizer} className={classes.bleed}>
      {selection && selects && photos.length > 0 && (
        <div className={classes.pick} data-in-heading={rows[0]?.heading ? true : undefined}>
          <SelectPhotos selection={selection} />
        </div>
      )}
      {section && (
        <Suspense>
          <JumpToSection
            sections={sections}
            current={section}
            top={coveredStart + gap}
            loadMore={photos.length < total ? onNearEnd : undefined}
            onJump={(row: number) => virtual.scrollToIndex(row, { align: 'start' })}
          />
        </Suspense>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; these are photos */}
      <div
        ref={frame}
        className={classes.frame}
        data-scrolling={virtual.isScrolling || undefined}
        data-outdated={outdated || undefined}
        style={
          {
            blockSize: virtual.getTotalSize(),
            '--covered-start': `${coveredStart}px`,
            '--covered-end': `${coveredEnd}px`,
          } as CSSProperties
        }
        role="group"
        aria-label={label}
        onKeyDown={walk}
        onPointerDown={drag.onPointerDown}
        onClickCapture={drag.onClickCapture}
      >
        {items.map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          return (
            <div
              key={item.key}
              className={classes.row}
              style={{
                transform: `translateY(${item.start - margin}px)`,
                blockSize: fullHeight(row) - gap,
                paddingBlockStart: row.heading ? headingHeight : 0,
              }}
            >
              {row.heading && (
                <div className={classes.heading} style={{ inlineSize: width }}>
                  <h2>{row.heading.title}</h2>
                  <p>{row.heading.facts}</p>
                </div>
              )}
              {row.cells.map((cell) => (
                <PhotoTile
                  key={cell.photo.id}
                  photo={cell.photo}
                  index={cell.index}
                  total={total}
                  width={cell.width}
                  height={row.height}
                  fetched={item.index <= lastFetched}
                  first={item.index === 0}
                  t={t}
                  onOpen={onOpen}
                  chosen={selection?.has(cell.photo.id)}
                  choosing={selection?.choosing ?? false}
                  onChoose={selection && choose}
                  onHold={selection && hold}
                  actionsOf={actionsOf as TileRender | undefined}
                  badgeOf={badgeOf as TileRender | undefined}
                />
              ))}
            </div>
          );
        })}
      </div>
      <p className={classes.more} role="status">
        {loadingMore ? t('photos.loading_more') : ''}
      </p>
    </div>
  );
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
