import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assumptions } from '#server/scripts/capacity/assumptions.ts';
import { estimate } from '#server/scripts/capacity/estimate.ts';
import { figuresOf, type InputName, type Inputs, valuesOf } from '#server/scripts/capacity/inputs.ts';
import { limits, limitsInOrder } from '#server/scripts/capacity/limits.ts';
import { standardMeasurements } from '#server/scripts/capacity/read-measured.ts';
import { vectorIndexBytes } from '#server/scripts/capacity/vector-index.ts';

const measurements = standardMeasurements();
const standard = valuesOf(figuresOf(measurements));
const names = Object.keys(standard) as InputName[];
const numbers = (inputs: Inputs): Record<string, number> => {
  const { peak, processes, years, vectorIndex, backupHours, cost } = estimate(inputs);
  const { all: _, web: __, worker: ___, ...cores } = processes;
  const last = years.at(-1);
  return {
    ...peak,
    ...cores,
    ...last,
    vectorIndexBytes: vectorIndex.vectorBytes,
    halfvecBytes: vectorIndex.halfvecBytes,
    buildHours: vectorIndex.buildHours,
    backupHours,
    costOfPhotos: cost.photos,
    costOfDatabase: cost.database,
    costOfBackup: cost.backup,
    costOfTraffic: cost.traffic,
    ...Object.fromEntries(limits.map((limit) => [limit.part, limit.need(inputs)])),
  };
};

describe('every number goes one way only when one input grows', () => {
  test.each(names)('%s', (name) => {
    const isShare = standard[name] < 1 && name in assumptions;
    const grown = [0.25, 0.5, 1, 1.1, 1.4, 3, 10]
      .map((times) => standard[name] * times)
      .map((value) => (isShare ? Math.min(1, value) : value))
      .map((value) => (name === 'clubs' || name === 'embeddingLength' ? Math.ceil(value) : value))
      .map((value) => numbers({ ...standard, clubs: 500, [name]: value }));
    for (const key of Object.keys(grown[0] ?? {})) {
      const values = grown.map((each) => each[key] ?? 0);
      const steps = values.slice(1).map((value, i) => value - (values[i] ?? 0));
      const slack = 1e-9 * Math.max(...values.map(Math.abs));
      const oneWay = steps.every((step) => step >= -slack) || steps.every((step) => step <= slack);
      expect(oneWay, `${key}: ${values}`).toBe(true);
    }
  });
});

test('more clubs, photos, years and members never need less', () => {
  const growing = [
    'clubs',
    'photosPerWeek',
    'years',
    'membersPerClub',
    'facesPerPhoto',
    'originalMb',
  ] as const;
  fc.assert(
    fc.property(
      fc.constantFrom(...growing),
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 2, max: 20 }),
      (name, from, times) => {
        const [less, more] = [from, from * times].map((value) => numbers({ ...standard, [name]: value }));
        for (const [key, value] of Object.entries(more ?? {}))
          expect(value, key).toBeGreaterThanOrEqual((less?.[key] ?? 0) * (1 - 1e-12));
      },
    ),
    { numRuns: 60 },
  );
});

test('the limit named first is the first that breaks: one club fewer breaks none', () => {
  const some = fc.record({
    photosPerWeek: fc.integer({ min: 1, max: 5_000 }),
    years: fc.integer({ min: 1, max: 10 }),
    publicShare: fc.double({ min: 0.001, max: 1, noNaN: true }),
    databaseConnections: fc.integer({ min: 30, max: 5_000 }),
    backupHours: fc.integer({ min: 2, max: 24 }),
  });
  fc.assert(
    fc.property(some, (changed) => {
      const inputs = { ...standard, ...changed };
      const [first] = limitsInOrder(inputs);
      const clubs = first?.breaksAtClubs ?? 0;
      const passed = (at: number) =>
        limits.filter(
          (limit) => limit.need({ ...inputs, clubs: at }) > limit.bound({ ...inputs, clubs: at }),
        );
      expect(passed(clubs).map(({ part }) => part)).toContain(first?.part);
      if (clubs > 1) expect(passed(clubs - 1)).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

test('units: a season of ten clubs, counted by hand', () => {
  const inputs = {
    ...standard,
    clubs: 10,
    photosPerWeek: 500,
    weeksPerYear: 40,
    years: 2,
    facesPerPhoto: 4,
    facesPerPerson: 8,
    originalMb: 6,
    renditionsMb: 0.5,
    eveningShare: 0.4,
    uploadHours: 2,
    foundWithinHours: 3,
    membersPerClub: 90,
    visitingShare: 0.5,
    picturesPerVisit: 80,
    pictureKb: 50,
    busyShare: 0.5,
    galleriesPerWeek: 5,
    renditionsCoreMs: 70,
    webMsPerRequest: 10,
    callsPerVisit: 16,
  };
  const { peak, years, processes, cost } = estimate(inputs);
  expect(years.map(({ photos }) => photos)).toEqual([200_000, 400_000]);
  expect(years.at(-1)?.faces).toBe(1_600_000);
  expect(years.at(-1)?.storeBytes).toBeCloseTo(400_000 * 6.5e6, 0);
  expect(peak.photos).toBe(2_000);
  expect(peak.uploads).toBeCloseTo(2_000 / 7_200, 9);
  expect(peak.analyses).toBeCloseTo(2_000 / 18_000, 9);
  // 450 visitors in two hours look at 5 pictures a second, each of 400,000 bits; photos of 48 million bits come in.
  expect(peak.pictures).toBeCloseTo(5, 9);
  expect(peak.gbit).toBeCloseTo((5 * 400_000 + (2_000 / 7_200) * 48e6) / 1e9, 9);
  const requests = 5 + 1 + 2_000 / 7_200;
  expect(processes.webCores).toBeCloseTo((0.07 * (2_000 / 7_200) + 0.01 * requests) / 0.5, 9);
  expect(cost.total).toBeCloseTo(
    cost.processes + cost.database + cost.photos + cost.backup + cost.traffic,
    6,
  );
  expect(cost.photos).toBeCloseTo(2.6 * standard.priceStoreTb, 6);
});

test('the size of a vector index is that of the measured ones, also of halfvec', () => {
  const measured = measurements.results.sizes?.flatMap(({ vectorIndexes }) => vectorIndexes) ?? [];
  expect(measured).toHaveLength(4);
  for (const { vectors, length, type, bytes } of measured) {
    const said = vectorIndexBytes(vectors, length, type) / bytes;
    expect(said, `${type} of ${vectors}`).toBeGreaterThan(0.95);
    expect(said, `${type} of ${vectors}`).toBeLessThan(1.05);
  }
});
