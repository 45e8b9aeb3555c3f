/**
 * `models/manifest.json`: the only list of model files that are loaded, each with its SHA-256. The thresholds of recognisers
 * come from parameters/same-person-thresholds.ts.
 */
import { readFile } from 'node:fs/promises';
import type { Calibration } from '../cluster/types.ts';
import type { NpmPackage } from '../convert/npm-package.ts';
import type { Dims } from '../convert/onnx.ts';
import type { Uint8Input } from '../convert/uint8-input.ts';
import type { ScatterFile } from '../normalisation/read-scatter.ts';
import { type SamePersonThresholds, samePersonThresholds } from '../parameters/same-person-thresholds.ts';

/** A file as it is published, where the model is made from it. */
export interface SourceFile {
  file: string;
  bytes: number;
  sha256: string;
}

export interface ModelEntry {
  id: string;
  role: 'detector' | 'landmarks' | 'recogniser';
  /** 1 is the best of its role, and the default where it is present. */
  rank: number;
  file: string;
  bytes: number;
  sha256: string;
  licence: string;
  /** The licence allows only some uses: obtained and offered only after somebody responsible has said yes. */
  consent?: 'noncommercial';
  origin: /** Made from the weights in an npm package, `name@version`, which `packages` names too. */
    | { kind: 'converted'; package: string }
    /**
     * `atStart`: small and worth a try on each start; others come only when they are asked for by name. `source`: the
     * address holds another file, and the model is made from it.
     */
    | { kind: 'address'; address: string; atStart: boolean; source?: SourceFile };
  /** Foreign graphs get our input (uint8 RGB rows) when they are loaded; see convert/uint8-input.ts. */
  adapt?: Uint8Input;
  input: { type: 'uint8'; shape: Dims; multipleOf?: number };
  outputs: string[];
  /** How many pictures of a face are embedded and averaged. 2: the chip and its mirror image. 1 where the mirror image brings nothing. */
  views?: 1 | 2;
  /** Recognisers: chips in one run of the net. Absent: the one in parameters/embedding.ts. */
  batch?: number;
  /** Recognisers: how many numbers an embedding has. */
  embedding?: number;
  /** The embedding is multiplied by it, so that distances of the metric `euclidean` lie within 0..1. Default 1. */
  scale?: number;
  /** Recognisers: by which embeddings are normalised (normalisation/scatter-normalisation.ts); absent where none was fitted. */
  scatter?: ScatterFile;
  /** Recognisers: see parameters/same-person-thresholds.ts, from where they are added to the entries of the file. */
  thresholds?: SamePersonThresholds['thresholds'];
  strangers?: SamePersonThresholds['strangers'];
}

export interface ModelManifest {
  packages: (NpmPackage & {
    /** Size of the packed archive: what a machine downloads for the weights in it. */
    megabytes: number;
  })[];
  models: ModelEntry[];
}

const SHA256 = /^[0-9a-f]{64}$/;
const SHA512 = /^sha512-[\w+/]{86}==$/;
/** Plain names only: a manifest must not be able to point outside the models folder. */
const FILE_NAME = /^[\w.-]+\.onnx$/;
const SOURCE_NAME = /^[\w.-]+$/;
const SCATTER_NAME = /^[\w-]+\.f32$/;

/** Reads the manifest that ships with the project. Throws Error where an entry could not be trusted. */
export async function readManifest(
  address: URL = new URL('../../models/manifest.json', import.meta.url),
): Promise<ModelManifest> {
  const manifest = JSON.parse(await readFile(address, 'utf8')) as ModelManifest;
  for (const { id, integrity } of manifest.packages)
    if (!SHA512.test(integrity)) throw new Error(`models/manifest.json: ${id}: integrity is no SHA-512`);
  for (const model of manifest.models) {
    const wrong = (what: string) => new Error(`models/manifest.json: ${model.id}: ${what}`);
    if (!SHA256.test(model.sha256)) throw wrong('sha256 is no SHA-256');
    if (!FILE_NAME.test(model.file)) throw wrong('file is not a plain .onnx name');
    const { origin } = model;
    if (origin.kind === 'converted' && !manifest.packages.some(({ id }) => id === origin.package))
      throw wrong(`packages lacks ${origin.package}`);
    if (origin.kind === 'address' && origin.source) {
      const { file, bytes, sha256 } = origin.source;
      if (!SOURCE_NAME.test(file) || !(bytes > 0) || !SHA256.test(sha256))
        throw wrong('the source needs a plain name, bytes and a SHA-256');
    }
    if (!(model.bytes > 0)) throw wrong('bytes is missing');
    if (model.role !== 'recogniser') continue;
    if (!(model.views && model.embedding)) throw wrong('a recogniser needs views and embedding');
    const { scatter } = model;
    if (scatter && !(SCATTER_NAME.test(scatter.file) && SHA256.test(scatter.sha256) && scatter.fittedOn))
      throw wrong('scatter needs a plain .f32 name, a SHA-256 and fittedOn');
    Object.assign(model, thresholdsOf(model.id));
  }
  return manifest;
}

/** Throws Error where the table has none, or figures that cannot be. */
function thresholdsOf(id: string): SamePersonThresholds {
  const wrong = (what: string) => new Error(`ml/parameters/same-person-thresholds.ts: ${id}: ${what}`);
  const found = samePersonThresholds[id];
  if (!found) throw wrong('a recogniser of models/manifest.json needs thresholds');
  for (const [metric, threshold] of Object.entries(found.thresholds))
    if (!(threshold > 0 && threshold <= 1)) throw wrong(`the threshold of ${metric} does not fit into 0..1`);
  if (found.strangers && !isPlausible(found.strangers, found.thresholds.cosine))
    throw wrong('strangers: figures that cannot be');
  return found;
}

/** The figures are cosine distances around the fixed threshold. */
function isPlausible(
  {
    mean,
    deviation,
    presumedFrom,
    falseMatches,
    range: [lowest, highest],
    absorb = { margin: 1, groupMin: 2, lookAlikeMin: 2 },
    singleFaceMarginDeviations = 0,
    search,
  }: Calibration['strangers'],
  threshold: number | undefined,
): boolean {
  const spread = deviation > 0 && deviation < mean && presumedFrom > 0 && presumedFrom < mean;
  return (
    spread &&
    falseMatches > 0 &&
    absorb.margin >= 1 &&
    absorb.groupMin >= 2 &&
    absorb.lookAlikeMin >= absorb.groupMin &&
    singleFaceMarginDeviations >= 0 &&
    Object.values(search).every((figure) => figure > 0) &&
    threshold !== undefined &&
    0 < lowest &&
    lowest < threshold &&
    threshold <= highest
  );
}

/** Throws RangeError for an id the manifest does not know. */
export function getModel(manifest: ModelManifest, id: string): ModelEntry {
  const found = manifest.models.find((model) => model.id === id);
  if (!found) throw new RangeError(`models/manifest.json knows no model ${id}`);
  return found;
}
