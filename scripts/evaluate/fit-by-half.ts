import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readManifest } from '#ml/models/model-manifest.ts';
import { readScatter } from '#ml/normalisation/read-scatter.ts';
import {
  encodeScatter,
  normaliseScatter,
  originalDirection,
} from '#ml/normalisation/scatter-normalisation.ts';
import type { AnalysedFace } from '#ml/types.ts';
import { fitScatter, SCATTER_FITS } from './fit-scatter.ts';
import type { LabelledPhoto } from './photos.ts';

interface Measured {
  photo: LabelledPhoto;
  face: AnalysedFace | undefined;
}

/** One half of the people, always the same, whatever else is in the set. */
const isFittedOn = (person: string): boolean => createHash('sha256').update(person).digest()[0]! % 2 === 0;

/**
 * Fits the normalisation on one half of the people and gives the photos of the other, their embeddings normalised by it. A fit
 * of all people is written into `folder` as `<recogniser>.f32`, with a line that says its SHA-256. Without a fit for the
 * recogniser its photos stay as they are.
 */
export async function normaliseByHalf(
  all: readonly Measured[],
  recogniser: string,
  folder: string,
): Promise<Measured[]> {
  const fit = SCATTER_FITS[recogniser];
  if (!fit) return [...all];
  const shipped = await shippedScatter(recogniser);
  const original = all.map(({ photo, face }) => ({
    photo,
    face: face && { ...face, embedding: shipped ? originalOf(face.embedding, shipped) : face.embedding },
  }));
  const faces = original.flatMap(({ photo: { person }, face }) =>
    face && face.embedding.length > 0 ? [{ person, embedding: face.embedding }] : [],
  );
  const scatter = fitScatter(
    faces.filter(({ person }) => isFittedOn(person)),
    fit,
  );
  const bytes = encodeScatter(fitScatter(faces, fit));
  await mkdir(folder, { recursive: true });
  const target = path.join(folder, `${recogniser}.f32`);
  await writeFile(target, bytes);
  console.log(`${target}: SHA-256 ${createHash('sha256').update(bytes).digest('hex')}`);
  return original
    .filter(({ photo }) => !isFittedOn(photo.person))
    .map(({ photo, face }) => ({
      photo,
      face: face && { ...face, embedding: normaliseScatter(scatter, face.embedding) },
    }));
}

type Scatter = Awaited<ReturnType<typeof readScatter>>;

async function shippedScatter(recogniser: string): Promise<Scatter | undefined> {
  const { models } = await readManifest();
  const { scatter, embedding = 0 } = models.find(({ id }) => id === recogniser) ?? {};
  return scatter && readScatter(scatter, embedding);
}

const originalOf = (embedding: Float32Array, scatter: Scatter) =>
  embedding.length === 0 ? embedding : originalDirection(scatter, embedding);
