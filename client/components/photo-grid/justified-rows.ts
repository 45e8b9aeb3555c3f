import { computeRowsLayout } from 'react-photo-album';

/** In pixels. Rows are about this high. */
export const targetRowHeight = 220;
/** On a phone they are as much lower, as a share of the width, that two or three photos stand in one. */
const shareOfWidth = 0.48;
/** A row of few photos grows no higher than this. */
const highestShare = 1.45;
export const gap = 8;
/** Title and facts above the photos of one event. */
export const headingHeight = 64;

/** Shapes (width to height) that a tile has at most; of longer photos it shows the middle. */
const tileShapes = { narrowest: 0.6, widest: 2.5 };

export interface Sized {
  id: string;
  width: number;
  height: number;
}

interface Cell<Photo> {
  photo: Photo;
  index: number;
  width: number;
  start: number;
}

export interface Heading {
  key: string;
  title: string;
  facts: string;
}

export interface Row<Photo> {
  top: number;
  /** Of the photos, without the heading above them. */
  height: number;
  heading?: Heading;
  cells: Cell<Photo>[];
}

/** A heading, and the index of the row that it stands above. */
export interface Section extends Heading {
  row: number;
}

export const sectionsOf = (rows: readonly Row<unknown>[]): Section[] =>
  rows.flatMap(({ heading }, row) => (heading ? [{ ...heading, row }] : []));

/** Justified rows, those of each heading by themselves. */
export function layOutSections<Photo extends Sized>(
  photos: readonly Photo[],
  width: number,
  headingOf: (photo: Photo) => Heading,
): Row<Photo>[] {
  const rows: Row<Photo>[] = [];
  let top = 0;
  for (let start = 0; start < photos.length; ) {
    const heading = headingOf(photos[start] as Photo);
    let end = start + 1;
    while (end < photos.length && headingOf(photos[end] as Photo).key === heading.key) end += 1;
    const section = layOutRows(photos.slice(start, end), width).map((row, at) => {
      const cells = row.cells.map((cell) => ({ ...cell, index: cell.index + start }));
      const placed = { ...row, top, cells, ...(at === 0 && { heading }) };
      top += fullHeight(placed);
      return placed;
    });
    rows.push(...section);
    start = end;
  }
  return rows;
}

/** Of a row with its heading and the gap below it. */
export const fullHeight = ({ height, heading }: Pick<Row<unknown>, 'height' | 'heading'>): number =>
  height + gap + (heading ? headingHeight : 0);

/** Justified rows. A last row with too few photos keeps the normal height instead of growing. */
export function layOutRows<Photo extends Sized>(photos: readonly Photo[], width: number): Row<Photo>[] {
  if (width <= 0 || photos.length === 0) return [];
  const { narrowest, widest } = tileShapes;
  const shapes = photos.map(({ id, width: w, height: h }) => ({
    key: id,
    src: id,
    width: Math.min(Math.max(Math.max(w, 1) / Math.max(h, 1), narrowest), widest),
    height: 1,
  }));
  const target = Math.min(targetRowHeight, shareOfWidth * width);
  const model = computeRowsLayout(shapes, gap, 0, width, target);
  let top = 0;
  return (model?.tracks ?? []).map((track) => {
    const natural = track.photos[0]?.height ?? target;
    const height = Math.min(natural, highestShare * target);
    const scale = height / natural;
    let start = 0;
    const cells = track.photos.map((cell) => {
      const made = {
        photo: photos[cell.index] as Photo,
        index: cell.index,
        width: cell.width * scale,
        start,
      };
      start += made.width + gap;
      return made;
    });
    const row = { top, height, cells };
    top += height + gap;
    return row;
  });
}

export const rowsAhead = 3;

/** Rows to render: the visible ones, three ahead in the direction of scrolling, one behind. */
export function rowsAround(
  range: { startIndex: number; endIndex: number; count: number },
  direction: 'forward' | 'backward' | null,
): number[] {
  const from = Math.max(0, range.startIndex - (direction === 'forward' ? 1 : rowsAhead));
  const to = Math.min(range.count - 1, range.endIndex + (direction === 'backward' ? 1 : rowsAhead));
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

export const rowWith = (rows: Row<unknown>[], index: number): number =>
  rows.findIndex((row) => row.cells.some((cell) => cell.index === index));

/** The photo above or below whose centre is nearest. */
export function verticalNeighbour(rows: Row<unknown>[], index: number, step: 1 | -1): number | undefined {
  const at = rowWith(rows, index);
  const from = rows[at]?.cells.find((cell) => cell.index === index);
  const target = rows[at + step];
  if (!from || !target) return;
  const middle = from.start + from.width / 2;
  const distance = (cell: Cell<unknown>) => Math.abs(cell.start + cell.width / 2 - middle);
  return target.cells.reduce((best, cell) => (distance(cell) < distance(best) ? cell : best)).index;
}
