import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dot, normalised } from '#ml/math/vector.ts';
import { readManifest } from '#ml/models/model-manifest.ts';
import { readScatter } from '#ml/normalisation/read-scatter.ts';
import {
  decodeScatter,
  encodeScatter,
  normaliseScatter,
  originalDirection,
} from '#ml/normalisation/scatter-normalisation.ts';
import { fitScatter } from '#scripts/evaluate/fit-scatter.ts';

const SIZE = 6;
const vector = fc
  .array(fc.float({ min: -4, max: 4, noNaN: true }), { minLength: SIZE, maxLength: SIZE })
  .map((values) => Float32Array.from(values))
  .filter((values) => dot(values, values) > 0.01);
const people = fc.array(fc.array(vector, { minLength: 2, maxLength: 4 }), { minLength: 2, maxLength: 6 });
const fitted = fc
  .record({ people, shrinkage: fc.double({ min: 0.2, max: 1, noNaN: true }), directions: fc.nat(SIZE) })
  .map(({ people, ...fit }) =>
    fitScatter(
      people.flatMap((pictures, person) => pictures.map((embedding) => ({ person: `${person}`, embedding }))),
      fit,
    ),
  )
  .filter(({ mean }) => dot(mean, mean) < 0.9);

const length = (of: Float32Array) => Math.sqrt(dot(of, of));

describe('normalisation by the scatter within people', () => {
  it('keeps lengths, and the direction can be brought back', () => {
    fc.assert(
      fc.property(fitted, vector, (scatter, embedding) => {
        const normal = normaliseScatter(scatter, embedding);
        expect(length(normal)).toBeCloseTo(length(embedding), 3);
        const back = originalDirection(scatter, normal);
        const was = normalised(embedding);
        back.forEach((value, i) => {
          expect(value).toBeCloseTo(was[i]!, 3);
        });
      }),
    );
  });

  it('leaves a face without an embedding, and the zero vector, as they are', () => {
    const scatter = { mean: Float32Array.of(0.1, 0), directions: [] };
    expect(normaliseScatter(scatter, new Float32Array(0))).toEqual(new Float32Array(0));
    expect(normaliseScatter(scatter, new Float32Array(2))).toEqual(new Float32Array(2));
  });

  it('makes a direction count less in which pictures of one person differ', () => {
    // Each person has a place on the first axis; pictures of one person differ along the second.
    const faces = [-0.4, -0.1, 0.2, 0.5].flatMap((place, person) =>
      [-1, 0, 1].map((light) => ({
        person: `${person}`,
        embedding: Float32Array.of(place, light, 3, 0.01 * light),
      })),
    );
    const scatter = fitScatter(faces, { shrinkage: 0.1, directions: 4 });
    const cosine = (one: number, other: number, of: (embedding: Float32Array) => Float32Array) =>
      dot(normalised(of(faces[one]!.embedding)), normalised(of(faces[other]!.embedding)));
    const normal = (embedding: Float32Array) => normaliseScatter(scatter, embedding);
    // Two pictures of the first person are farther apart than two people; afterwards they are nearer.
    expect(cosine(0, 2, (same) => same)).toBeLessThan(cosine(0, 9, (same) => same));
    expect(cosine(0, 2, normal)).toBeGreaterThan(cosine(0, 9, normal));
  });

  it('is read as it was written', () => {
    fc.assert(
      fc.property(fitted, (scatter) => {
        const { mean, directions } = decodeScatter(encodeScatter(scatter), SIZE);
        expect(mean).toEqual(scatter.mean);
        expect(directions).toEqual(
          scatter.directions.map(({ gain, along }) => ({ gain: Math.fround(gain), along })),
        );
      }),
    );
    expect(() => decodeScatter(Buffer.alloc(30), SIZE)).toThrow(
      '30 bytes are no normalisation of 6 dimensions',
    );
  });

  it('is shipped for all recognisers that were measured', async () => {
    const { models } = await readManifest();
    const fits = models.filter(({ scatter }) => scatter);
    expect(fits.map(({ id }) => id)).toEqual(['sface', 'mobilefacenet', 'edgeface_xs']);
    for (const { scatter, embedding } of fits) {
      const { mean, directions } = await readScatter(scatter!, embedding!);
      expect(length(mean)).toBeLessThan(1);
      for (const { gain, along } of directions) {
        expect(gain).toBeGreaterThan(-1);
        expect(length(along)).toBeCloseTo(1, 4);
      }
    }
    await expect(readScatter({ ...fits[0]!.scatter!, sha256: '0'.repeat(64) }, 128)).rejects.toThrow(
      'is not the file that models/manifest.json names',
    );
  });
});
