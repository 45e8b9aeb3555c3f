import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { normalised } from '#ml/math/vector.ts';
import type { ScatterNormalisation } from '#ml/normalisation/scatter-normalisation.ts';

/** An embedding as the recogniser gave it. */
export interface FittedFace {
  person: string;
  embedding: Float32Array;
}

/** How a fit is regularised. */
export interface ScatterFit {
  /** How far the scatter is shrunk towards a multiple of the identity, 0..1: few pictures say little about many directions. */
  shrinkage: number;
  /** How many directions are kept; for the others their mean factor holds. */
  directions: number;
}

/** Chosen on pictures of people who are not in the fit; by mobilefacenet .3 to .65 differ by less than a point. */
export const SCATTER_FITS: Readonly<Record<string, ScatterFit>> = {
  mobilefacenet: { shrinkage: 0.65, directions: 48 },
  sface: { shrinkage: 0.65, directions: 48 },
  edgeface_xs: { shrinkage: 0.9, directions: 48 },
};

/**
 * Fits the normalisation on people with several pictures; those with one count for the mean only.
 * @throws RangeError where nobody has two pictures
 */
export function fitScatter(
  faces: readonly FittedFace[],
  { shrinkage, directions }: ScatterFit,
): ScatterNormalisation {
  const units = faces.map(({ person, embedding }) => ({ person, unit: normalised(embedding) }));
  const scatter = scatterWithin([...Map.groupBy(units, ({ person }) => person).values()]);
  const size = scatter.rows;
  const variance = scatter.trace() / size;
  const shrunk = Matrix.eye(size, size)
    .mul(shrinkage * variance)
    .add(scatter.mul(1 - shrinkage));
  const { eigenvectorMatrix, realEigenvalues } = new EigenvalueDecomposition(shrunk, {
    assumeSymmetric: true,
  });
  const largest = realEigenvalues
    .map((value, column) => ({ value, column }))
    .sort((a, b) => b.value - a.value);
  const kept = largest.slice(0, directions);
  const rest = largest.slice(directions);
  // The factor of all other directions is 1: lengths do not count.
  const common = rest.length > 0 ? rest.reduce((sum, { value }) => sum + value / rest.length, 0) : variance;
  return {
    mean: meanOf(units.map(({ unit }) => unit)),
    directions: kept.map(({ value, column }) => ({
      gain: Math.sqrt(common / value) - 1,
      along: Float32Array.from(eigenvectorMatrix.getColumn(column)),
    })),
  };
}

/** Pooled covariance of unit vectors around the mean of their person. */
function scatterWithin(people: readonly { unit: Float32Array }[][]): Matrix {
  const several = people.filter((pictures) => pictures.length > 1);
  const rows = several.flatMap((pictures) => {
    const mean = meanOf(pictures.map(({ unit }) => unit));
    return pictures.map(({ unit }) => Array.from(unit, (value, i) => value - mean[i]!));
  });
  if (rows.length === 0) throw new RangeError('nobody has two pictures');
  const differences = new Matrix(rows);
  return differences
    .transpose()
    .mmul(differences)
    .div(rows.length - several.length);
}

function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float64Array(vectors[0]!.length);
  for (const vector of vectors) for (let i = 0; i < sum.length; i++) sum[i]! += vector[i]! / vectors.length;
  return Float32Array.from(sum);
}
