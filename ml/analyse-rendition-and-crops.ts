import type { AnalysisPool } from './analysis-pool/analysis-pool.ts';
import { analysisPool } from './parameters/analysis-pool-limits.ts';
import { regionOf } from './pipeline/analyse-crops.ts';
import { inReadingOrder } from './pipeline/describe-faces.ts';
import type { AnalysedFace, AnalyseRequest, Analysis, CropFile } from './types.ts';

/**
 * Analyses the faces of the rendition; those too small in it by crops of the original, or by the rendition where there is no
 * original or it cannot be decoded.
 */
export async function analyseRenditionAndCrops(
  pool: Pick<AnalysisPool, 'run'>,
  { original, ...request }: AnalyseRequest,
  signal?: AbortSignal,
): Promise<Analysis> {
  const size = original && { widthPx: original.widthPx, heightPx: original.heightPx };
  const ofRendition = (leaveOutSmall: boolean) =>
    pool.run({ kind: 'rendition', request: { ...request, original: size, leaveOutSmall } }, signal);
  const started = performance.now();
  const { analysis, small } = await ofRendition(original !== undefined);
  if (!original || small.length === 0) return analysis;
  const { detector, recogniser } = request;
  const { widthPx, heightPx } = analysis;
  const rendition = { widthPx, heightPx };
  const describe = async ({ crops, ...file }: CropFile) => {
    const faces: AnalysedFace[] = [];
    const atOnce = analysisPool.cropsAtOnce.value;
    for (let from = 0; from < small.length; from += atOnce) {
      const found = small.slice(from, from + atOnce);
      const part = { ...file, crops: crops.slice(from, from + atOnce) };
      const request = { detector, recogniser, found, rendition, file: part };
      faces.push(...(await pool.run({ kind: 'crops', request }, signal)));
    }
    return faces;
  };
  const regions = small.map((face) => regionOf(face, rendition));
  const faces = await original.withCrops(regions, describe, signal);
  if (!faces) return (await ofRendition(false)).analysis;
  return {
    ...analysis,
    faces: inReadingOrder([...analysis.faces, ...faces]),
    timings: { ...analysis.timings, total: performance.now() - started },
  };
}
