import type { Box, CropFile } from '../types.ts';

/** The picture types we take; what the bytes say, whatever the file is called. */
export type ImageMime = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp' | 'image/heic' | 'image/heif';

/**
 * A derived picture, in pixels. Its long side is longer than `longSide` where the short one would be shorter than `shortSide`: up to the
 * pixels of a square, and up to `longestSide`.
 */
export type RenditionTarget = { path: string; longSide: number; shortSide?: number; longestSide?: number };

export interface RenditionTask {
  /** The file as it was uploaded. Never changed. */
  source: string;
  /** What it was called, which may tell the day. */
  filename?: string | undefined;
  /** Where to write the upright sRGB JPEGs, by name. Paths must not exist yet. */
  renditions: Record<string, RenditionTarget>;
  /** Pictures with more pixels are refused. */
  maxPixels: number;
}

export interface RenditionResult {
  mime: ImageMime;
  /** Size in pixels as one looks at it: orientation applied. */
  width: number;
  height: number;
  /** ThumbHash, base64: a blurred placeholder of about 25 bytes. */
  thumbhash: string;
  /** Hash of the pixels, hex, whatever the file's metadata are; see picture-hash.ts. */
  pixel_sha256: string;
  /** When the camera says it was taken; null when it does not say. */
  taken: CaptureTime | null;
  /** What the file says of its author. */
  credit: Credit | null;
  /** What the file says of what is to be seen. */
  words: FileWords | null;
  /** By which camera it was made; null when the file does not say. */
  camera: string | null;
  damage: Damage | null;
}

export interface CaptureTime {
  /** ISO 8601 in UTC. */
  utc: string;
  /** What a clock showed at the place: the same without a zone, or the day alone where no time is known. */
  local: string;
  /** Minutes ahead of UTC; null where the file does not say: then the server's zone is taken. */
  offset: number | null;
}

/** Texts of one line. */
export interface Credit {
  creator?: string | undefined;
  copyright?: string | undefined;
  credit?: string | undefined;
  /** A term of the PLUS vocabulary, such as `DMI-PROHIBITED`. */
  data_mining?: string | undefined;
}

/** Texts of one line; empty where the file says nothing. */
export interface FileWords {
  caption: string;
  headline: string;
  keywords: string[];
  /** Names, with and without a place. */
  people: string[];
  regions: NamedRegion[];
  /** Stars (1 to 5); null: none. */
  rating: number | null;
  /** As the program calls it, in its language: "Red", "Winner". */
  label: string;
  /** The size in pixels of the picture that the regions were drawn on, turned as it lay; null where the file does not say. */
  applied_to: { width: number; height: number } | null;
}

/** Fractions (0..1) of the picture that the regions were drawn on. */
export type NamedRegion = Box & { name: string };

/** What a picture says that leaves the server. */
export interface OutgoingMetadata {
  credit?: Credit | undefined;
  taken?: Pick<CaptureTime, 'local' | 'offset'> | undefined;
}

/**
 * What a decoder had to make up: a part that the file does not have, or one that it has wrongly. Pictures of which more than half is
 * missing are refused.
 */
export type Damage = 'incomplete' | 'damaged';

export interface StripTask {
  source: string;
  /** Where to write the copy without private metadata. */
  output: string;
  /** All that the copy says. */
  metadata: OutgoingMetadata;
  /** For pictures that have to be decoded; larger ones are refused. */
  maxPixels: number;
}

/** The copy keeps its pixels and type, except HEIC and HEIF, which become JPEG. */
export type StrippedImage = { mime: ImageMime };

export interface MetadataTask {
  source: string;
  filename: string;
  maxPixels: number;
}
export type FileMetadata = Pick<RenditionResult, 'taken' | 'credit' | 'words' | 'camera'>;

/** Paths of upright pictures of ours, such as renditions. */
export interface ShotTask {
  before: string;
  after: string;
}

export interface ShotComparison {
  isSame: boolean;
  /** 0: alike; 1: the parts that fit worst have nothing in common. */
  distance: number;
  placement: Placement;
}

/** From fractions of the picture before to fractions of the one after: u' = a u + b v + c, v' = d u + e v + f. */
export type Placement = [a: number, b: number, c: number, d: number, e: number, f: number];

export interface CropTask {
  /** The file as it was uploaded. Never changed. */
  source: string;
  /** Where to write the pixels: sRGB, three bytes each, rows of one region after the other. Must not exist yet. */
  output: string;
  /** Parts of the upright picture as fractions (0..1); what lies beyond its rim is left out. */
  regions: Box[];
  /** Pictures with more pixels are refused. */
  maxPixels: number;
}

/** As many as regions, in their order; the size is the one in which the picture was decoded. */
export type Crops = Omit<CropFile, 'path'>;

export interface BlurTask {
  /** An original, or a picture derived from one. Never changed. */
  source: string;
  /** Where to write the upright sRGB JPEG. Must not exist yet. */
  output: string;
  metadata: OutgoingMetadata;
  /** Faces to be made unrecognisable, as fractions (0..1) of the upright picture. */
  faces: Box[];
  /** Pictures with more pixels are refused. */
  maxPixels: number;
}

export type ImagingErrorCode =
  | 'image_unreadable'
  | 'image_incomplete'
  | 'image_too_large'
  | 'image_type_not_accepted'
  | 'image_timeout';

/** This file cannot be used; trying again will not help. The reason is English and for the log and the club. */
export class ImagingError extends Error {
  override name = 'ImagingError';
  readonly code: ImagingErrorCode;
  readonly reason: string;
  /** What is missing of an incomplete picture, 0..1. */
  readonly missing: number | undefined;

  constructor(code: ImagingErrorCode, reason: string, missing?: number) {
    super(`${code}: ${reason}`);
    this.code = code;
    this.reason = reason;
    this.missing = missing;
  }

  static incomplete(missing: number): ImagingError {
    const share = Math.round(missing * 100);
    return new ImagingError('image_incomplete', `${share} % of the picture is missing`, missing);
  }
}

/** The decoder was ended from outside, as the system does when memory is short. The file may be perfectly good. */
export class DecodingInterrupted extends Error {
  override name = 'DecodingInterrupted';
}

/** Nothing was decoded: the picture has more than `MAX_PIXELS_UNLESS_ALONE`, and was not to be decoded alone. */
export class MustBeDecodedAlone extends Error {
  override name = 'MustBeDecodedAlone';
}

/** Turns untrusted files into pictures that are safe to show, in processes of their own. */
export interface Imaging {
  /** Decodes the whole file once and writes the derived pictures. @throws ImagingError, DecodingInterrupted */
  makeRenditions(task: RenditionTask, signal?: AbortSignal): Promise<RenditionResult>;
  /** Writes a copy that says no more than it is to say. @throws ImagingError, DecodingInterrupted */
  stripMetadata(task: StripTask, signal?: AbortSignal): Promise<StrippedImage>;
  /** Decodes the whole file once and writes the pixels of some regions. @throws ImagingError, DecodingInterrupted */
  crop(task: CropTask, signal?: AbortSignal): Promise<Crops>;
  /** Reads what the file says of time, author and what is to be seen. @throws ImagingError, DecodingInterrupted */
  readMetadata(task: MetadataTask, signal?: AbortSignal): Promise<FileMetadata>;
  /** Says whether two pictures are the same shot. @throws ImagingError, DecodingInterrupted */
  compareShots(task: ShotTask, signal?: AbortSignal): Promise<ShotComparison>;
  /** Writes a JPEG in which faces cannot be recognised. @throws ImagingError, DecodingInterrupted */
  blurFaces(task: BlurTask, signal?: AbortSignal): Promise<void>;
  /** Whether renditions are being made, or were within the last `ms` milliseconds. */
  madeRenditionsWithin(ms: number): boolean;
  close(): Promise<void>;
}
