import type {
  BlurTask,
  Crops,
  CropTask,
  FileMetadata,
  ImagingErrorCode,
  MetadataTask,
  RenditionResult,
  RenditionTask,
  ShotComparison,
  ShotTask,
  StrippedImage,
  StripTask,
} from './types.ts';

/** What each kind of request answers. */
export interface Results {
  renditions: RenditionResult;
  strip: StrippedImage;
  crop: Crops;
  blur: undefined;
  metadata: FileMetadata;
  shots: ShotComparison;
}
export type Result = Results[keyof Results];

/** What the pool asks of its processes. */
export type DecoderRequest = (
  | { kind: 'renditions'; task: RenditionTask }
  | { kind: 'strip'; task: StripTask }
  | { kind: 'crop'; task: CropTask }
  | { kind: 'blur'; task: BlurTask }
  | { kind: 'metadata'; task: MetadataTask }
  | { kind: 'shots'; task: ShotTask }
) & {
  /** No other decoder is at work, so `MAX_PIXELS_UNLESS_ALONE` does not hold. */
  decodeAlone?: boolean;
};

export type Reply =
  | { kind: 'ready' }
  | { kind: 'done'; result: Result }
  | { kind: 'refused'; code: ImagingErrorCode; reason: string; missing?: number | undefined }
  /** Nothing was decoded: the picture has more than `MAX_PIXELS_UNLESS_ALONE`. */
  | { kind: 'decode-alone' }
  /** Not the picture's fault: a full disk, a missing source. */
  | { kind: 'failed'; message: string; errno: string | undefined };
