import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fullHeight,
  gap,
  layOutRows,
  layOutSections,
  rowsAround,
  targetRowHeight,
  verticalNeighbour,
} from '#client/components/photo-grid/justified-rows.ts';
import { zoomToFace } from '#client/lib/zoom-to-face.ts';

const photo = fc.record({
  id: fc.uuid(),
  width: fc.integer({ min: 1, max: 6000 }),
  height: fc.integer({ min: 1, max: 6000 }),
});
const shape = fc.record({
  id: fc.uuid(),
  width: fc.integer({ min: 300, max: 3000 }),
  height: fc.integer({ min: 300, max: 3000 }),
});

describe('rows below headings', () => {
  it('show every photo once, in order, below the heading of its own, without overlapping', () => {
    const ofEvent = fc.record({
      id: fc.uuid(),
      width: fc.constant(1500),
      height: fc.constant(1000),
      event: fc.nat(3),
    });
    fc.assert(
      fc.property(
        fc.array(ofEvent, { maxLength: 40 }),
        fc.integer({ min: 200, max: 2400 }),
        (some, width) => {
          const photos = some.sort((one, two) => one.event - two.event);
          const heading = ({ event }: { event: number }) => ({ key: `${event}`, title: '', facts: '' });
          const rows = layOutSections(photos, width, heading);
          expect(rows.flatMap((row) => row.cells.map((cell) => cell.index))).toEqual(
            photos.map((_, at) => at),
          );
          let key: string | undefined;
          let top = 0;
          for (const row of rows) {
            key = row.heading?.key ?? key;
            expect(row.cells.map(({ photo: { event } }) => `${event}`)).toEqual(row.cells.map(() => key));
            expect(row.top).toBeCloseTo(top);
            top += fullHeight(row);
          }
          expect(rows.filter((row) => row.heading).length).toBe(
            new Set(photos.map(({ event }) => event)).size,
          );
        },
      ),
    );
  });
});

describe('justified rows', () => {
  it('show every photo once, in order, for any shape', () => {
    fc.assert(
      fc.property(
        fc.array(photo, { maxLength: 60 }),
        fc.integer({ min: 200, max: 2400 }),
        (photos, width) => {
          const cells = layOutRows(photos, width).flatMap((row) => row.cells);
          expect(cells.map((cell) => cell.index)).toEqual(photos.map((_, index) => index));
        },
      ),
    );
  });

  it('never stand out beyond the width, and stay near their height', () => {
    fc.assert(
      fc.property(
        fc.array(shape, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 320, max: 2400 }),
        (photos, width) => {
          for (const row of layOutRows(photos, width)) {
            const last = row.cells.at(-1);
            expect((last?.start ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(width + 0.5);
            expect(row.height).toBeLessThanOrEqual(targetRowHeight * 1.45 + 0.01);
          }
        },
      ),
    );
  });

  it('hold two or three photos on a phone', () => {
    for (const width of [328, 358])
      for (const [shape, most] of [
        [{ width: 3000, height: 2000 }, 2],
        [{ width: 2000, height: 3000 }, 3],
      ] as const) {
        const photos = Array.from({ length: 12 }, (_, at) => ({ id: `${at}`, ...shape }));
        expect(layOutRows(photos, width).map(({ cells }) => cells.length)).toEqual(
          Array(12 / most).fill(most),
        );
      }
  });

  it('have tiles that can be seen and hit, whatever the shapes of the photos', () => {
    const least = 40;
    fc.assert(
      fc.property(
        fc.array(photo, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 320, max: 2400 }),
        (photos, width) => {
          for (const { cells, height } of layOutRows(photos, width))
            for (const cell of cells) expect(Math.min(cell.width, height)).toBeGreaterThanOrEqual(least);
        },
      ),
      { numRuns: 500 },
    );
    const screenshot = { id: 'a', width: 1080, height: 12_000 };
    const panorama = { id: 'b', width: 12_000, height: 1000 };
    const [row] = layOutRows([screenshot, panorama], 360);
    expect(row?.cells.map((cell) => Math.round(cell.width))).toEqual([68, 284]);
    expect(Math.round(row?.height ?? 0)).toBe(114);
  });

  it('lie below each other with the gap between', () => {
    const photos = Array.from({ length: 12 }, (_, index) => ({ id: `${index}`, width: 1500, height: 1000 }));
    const rows = layOutRows(photos, 1200);
    for (const [index, row] of rows.entries()) {
      const next = rows[index + 1];
      if (next) expect(next.top).toBeCloseTo(row.top + row.height + gap);
    }
    expect(verticalNeighbour(rows, 0, 1)).toBe(rows[1]?.cells[0]?.index);
    expect(verticalNeighbour(rows, 0, -1)).toBeUndefined();
  });
});

describe('the crop of a person', () => {
  it('keeps the zoom between 130 and 320 percent and never shows an edge', () => {
    const box = fc.record({
      x: fc.double({ min: 0, max: 0.9, noNaN: true }),
      y: fc.double({ min: 0, max: 0.9, noNaN: true }),
      w: fc.double({ min: 0.001, max: 1, noNaN: true }),
      h: fc.double({ min: 0.001, max: 1, noNaN: true }),
    });
    const side = fc.integer({ min: 1, max: 8000 });
    fc.assert(
      fc.property(side, side, box, (width, height, face) => {
        const crop = zoomToFace(width, height, face);
        expect(crop.zoom).toBeGreaterThanOrEqual(1.3);
        expect(crop.zoom).toBeLessThanOrEqual(3.2);
        expect(crop.left).toBeLessThanOrEqual(0);
        expect(crop.top).toBeLessThanOrEqual(0);
        expect(crop.left + crop.width).toBeGreaterThanOrEqual(100 - 1e-6);
        expect(crop.top + crop.height).toBeGreaterThanOrEqual(100 - 1e-6);
      }),
    );
  });
});

describe('rows that exist', () => {
  const window = { startIndex: 10, endIndex: 13, count: 40 };

  it('are more of where one is heading', () => {
    expect(rowsAround(window, 'forward')).toEqual([9, 10, 11, 12, 13, 14, 15, 16]);
    expect(rowsAround(window, 'backward')).toEqual([7, 8, 9, 10, 11, 12, 13, 14]);
    expect(rowsAround(window, null)).toEqual([7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
  });

  it('never reach beyond the first and the last', () => {
    expect(rowsAround({ startIndex: 0, endIndex: 2, count: 4 }, null)).toEqual([0, 1, 2, 3]);
  });
});
