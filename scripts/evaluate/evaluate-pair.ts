import type { Calibration } from '#ml/cluster/types.ts';
import { analyseFile } from '#ml/scripts/make-large-rendition.ts';
import type { AnalysedFace, Analysis, FaceEngine, Metric } from '#ml/types.ts';
import { type FamilyQuality, gradeFamilies, type Siblings } from './families.ts';
import { normaliseByHalf } from './fit-by-half.ts';
import { composeGalleries } from './galleries.ts';
import { groupFaces } from './group-faces.ts';
import { type GroupingQuality, gradeGrouping } from './grouping.ts';
import type { LabelledPhoto } from './photos.ts';
import { type Verification, verify } from './verification.ts';

export interface PairReport {
  detector: string;
  recogniser: string;
  pipelineVersion: string;
  photos: number;
  /** Photos with no face, one face, several faces. */
  found: { none: number; one: number; several: number };
  grades: { core: number; weak: number; ignore: number };
  msPerPhoto: number;
  metrics: {
    metric: Metric;
    threshold: number;
    verification: Verification;
    /** Of the faces found, with one threshold for all faces. */
    grouping: GroupingQuality;
    /** Of all photos; one without a face is alone. */
    groupingOfAllPhotos: GroupingQuality;
  }[];
  /** By cosine, at the shipped threshold. A photo without a face is alone. */
  galleries: {
    kind: string;
    name: string;
    faces: number;
    /** One threshold for all faces. */
    fixed: GroupingQuality;
    /** Thresholds that follow the gallery, as shipped; the same as `fixed` for a recogniser without calibration. */
    adaptive: GroupingQuality;
    /** Of the middle face. */
    threshold: number;
  }[];
  /** Galleries of families, as shipped; absent where no siblings are listed. */
  families?: FamilyQuality[];
}

const area = ({ box }: AnalysedFace) => box.w * box.h;

export interface EvaluationOptions {
  /** See `composeGalleries`. */
  draws?: number | undefined;
  /** Fits the normalisation of embeddings on one half of the people and measures on the other: the fit of all is written here. */
  fitInto?: string | undefined;
  siblings?: Siblings | undefined;
}

/** Runs one detector and recogniser over the set, by the same steps and settings as in a gallery. */
export async function evaluatePair(
  engine: FaceEngine,
  allPhotos: readonly LabelledPhoto[],
  detector: string,
  recogniser: string,
  { draws, fitInto, siblings }: EvaluationOptions = {},
): Promise<PairReport> {
  const analyse = ({ file }: LabelledPhoto) => analyseFile(engine, file, { detector, recogniser });
  const analyses: Analysis[] = [];
  const lanes = engine.stats().workers;
  for (let start = 0; start < allPhotos.length; start += lanes)
    analyses.push(...(await Promise.all(allPhotos.slice(start, start + lanes).map(analyse))));

  // The person the folder names is the largest face.
  const all = allPhotos.map((photo, i) => ({
    photo,
    face: analyses[i]!.faces.toSorted((a, b) => area(b) - area(a))[0],
  }));
  const measured = fitInto === undefined ? all : await normaliseByHalf(all, recogniser, fitInto);
  const photos = measured.map(({ photo }) => photo);
  const labelled = measured.map(({ face }) => face);
  const comparable = labelled.flatMap((face, i) =>
    face && face.embedding.length > 0 ? [{ person: photos[i]!.person, embedding: face.embedding }] : [],
  );
  const grades = { core: 0, weak: 0, ignore: 0 };
  for (const face of labelled) if (face) grades[face.grade]++;
  const clusterable = labelled.map((face, i) =>
    face
      ? { ...face, id: photos[i]!.file, photoId: photos[i]!.file, personId: null, manual: false }
      : undefined,
  );
  const metrics = engine.available.metrics[recogniser]!.map((metric) => {
    const threshold = engine.defaultThreshold(recogniser, metric);
    const { groupOf } = groupFaces(
      clusterable.filter((face) => face !== undefined),
      { metric, threshold },
    );
    const grade = (of: readonly LabelledPhoto[]) =>
      gradeGrouping(
        of.map(({ person }) => person),
        of.map(({ file }) => groupOf.get(file) ?? null),
      );
    return {
      metric,
      threshold,
      verification: verify(comparable, metric),
      grouping: grade(photos.filter((_, i) => labelled[i])),
      groupingOfAllPhotos: grade(photos),
    };
  });
  const galleries = composeGalleries(photos, draws).map(({ kind, name, members, pictures }) => {
    const faces = members.flatMap((i, k) => {
      const face = clusterable[i];
      return face ? [{ ...face, photoId: pictures?.[k] ?? face.photoId }] : [];
    });
    const threshold = engine.defaultThreshold(recogniser, 'cosine');
    const cluster = (calibration: Calibration | undefined) => {
      const grouped = groupFaces(faces, { threshold, calibration });
      const quality = gradeGrouping(
        members.map((i) => photos[i]!.person),
        members.map((i) => grouped.groupOf.get(photos[i]!.file) ?? null),
      );
      return { quality, threshold: grouped.threshold };
    };
    const adaptive = cluster(engine.calibration(recogniser));
    return {
      kind,
      name,
      faces: faces.length,
      fixed: cluster(undefined).quality,
      adaptive: adaptive.quality,
      threshold: adaptive.threshold,
    };
  });
  const families =
    siblings &&
    gradeFamilies(
      clusterable.flatMap((face, i) => (face ? [{ ...face, who: photos[i]!.person }] : [])),
      siblings,
      {
        threshold: engine.defaultThreshold(recogniser, 'cosine'),
        calibration: engine.calibration(recogniser),
      },
    );
  const total = analyses.reduce((sum, { timings }) => sum + timings.total, 0);
  return {
    detector,
    recogniser,
    pipelineVersion: engine.pipelineVersion(detector, recogniser),
    photos: allPhotos.length,
    found: {
      none: analyses.filter(({ faces }) => faces.length === 0).length,
      one: analyses.filter(({ faces }) => faces.length === 1).length,
      several: analyses.filter(({ faces }) => faces.length > 1).length,
    },
    grades,
    msPerPhoto: total / allPhotos.length,
    metrics,
    galleries,
    ...(families ? { families } : {}),
  };
}
