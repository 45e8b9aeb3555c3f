import { createRequire } from 'node:module';
import sharp, { type Sharp } from 'sharp';
import { profileOfNumbers } from './colour-profile.ts';
import { EXIF_MOST_BYTES, ICC_MOST_BYTES } from './decoder-process-limits.ts';
import { type MetadataBlocks, withoutExifName } from './metadata-blocks.ts';
import { ImagingError, MustBeDecodedAlone } from './types.ts';

const CHANNELS = 4;
/** Three 32-bit words: code, subcode, message. */
const ERROR_STRUCT_BYTES = 12;
const ID_BYTES = 4;
/** libheif's name for an embedded ICC profile ("prof" and "rICC"); nclx is the other kind. */
const PROFILE_KINDS = new Set([0x70726f66, 0x72494343]);

/** The little of libheif-js that we use. */
interface HeifImage {
  handle: { $$: { ptr: number } };
  is_primary(): boolean;
  get_width(): number;
  get_height(): number;
  display(
    target: { data: Uint8ClampedArray; width: number; height: number },
    done: (filled: { data: Uint8ClampedArray } | null) => void,
  ): void;
  free(): void;
}
interface LibHeif {
  HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
  HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _free(pointer: number): void;
  _heif_image_handle_get_color_profile_type(handle: number): number;
  _heif_image_handle_get_raw_color_profile_size(handle: number): number;
  _heif_image_handle_get_raw_color_profile(error: number, handle: number, target: number): void;
  /** Writes the address of a record: after its version, as 32-bit words, the numbers of primaries and curve. */
  _heif_image_handle_get_nclx_color_profile(error: number, handle: number, target: number): void;
  _heif_nclx_color_profile_free(record: number): void;
  _heif_image_handle_get_list_of_metadata_block_IDs(
    handle: number,
    type: number,
    ids: number,
    most: number,
  ): number;
  _heif_image_handle_get_metadata_size(handle: number, id: number): number;
  _heif_image_handle_get_metadata(error: number, handle: number, id: number, target: number): void;
}

let loaded: LibHeif | undefined;
/** Loaded for the first HEIF picture only, because it takes about 150 MB and half a second. */
function libheif(): LibHeif {
  loaded ??= createRequire(import.meta.url)('libheif-js/wasm-bundle.js') as LibHeif;
  return loaded;
}

/**
 * Decodes the primary picture. libheif applies the rotation of the container, the only one that phones and browsers follow
 * (MIAF, ISO/IEC 23000-22): Exif's orientation repeats it, or was left there by a program that turned nothing. So none is
 * applied after this.
 */
export async function decodeHeif(
  bytes: Buffer,
  maxPixels: number,
  maxPixelsUnlessAlone: number,
): Promise<{
  width: number;
  height: number;
  pipeline: Sharp;
  profile: Buffer | undefined;
  blocks: MetadataBlocks;
}> {
  const images = new (libheif().HeifDecoder)().decode(bytes);
  const image = images.find((candidate) => candidate.is_primary()) ?? images[0];
  if (!image) throw new ImagingError('image_unreadable', 'no picture in the HEIF container');
  const width = image.get_width();
  const height = image.get_height();
  if (!(width > 0 && height > 0)) throw new ImagingError('image_unreadable', 'HEIF picture without a size');
  if (width * height > maxPixels) throw new ImagingError('image_too_large', `${width} x ${height} pixels`);
  if (width * height > maxPixelsUnlessAlone) throw new MustBeDecodedAlone();

  const data = await readPixels(image, width, height);
  const profile = readProfile(image);
  const blocks = readBlocks(image);
  for (const each of images) each.free();
  const pipeline = sharp(data, { raw: { width, height, channels: CHANNELS }, limitInputPixels: maxPixels });
  return { width, height, pipeline, profile, blocks };
}

/** Their ICC profile in the container, or one of the numbers there: libheif leaves the colours as they are. */
function readProfile(image: HeifImage): Buffer | undefined {
  const heif = libheif();
  const handle = image.handle.$$.ptr;
  if (!PROFILE_KINDS.has(heif._heif_image_handle_get_color_profile_type(handle)))
    return profileOfNclx(heif, handle);
  const size = heif._heif_image_handle_get_raw_color_profile_size(handle);
  if (size === 0 || size > ICC_MOST_BYTES) return undefined;
  return readBlock(size, (error, target) =>
    heif._heif_image_handle_get_raw_color_profile(error, handle, target),
  );
}

function profileOfNclx(heif: LibHeif, handle: number): Buffer | undefined {
  const memory = readBlock(4, (error, target) => {
    heif.HEAPU8.fill(0, target, target + 4);
    heif._heif_image_handle_get_nclx_color_profile(error, handle, target);
  });
  const record = memory.readUInt32LE();
  if (record === 0) return undefined;
  const numbers = Buffer.from(heif.HEAPU8.slice(record + 4, record + 12));
  heif._heif_nclx_color_profile_free(record);
  return profileOfNumbers(numbers.readUInt32LE(), numbers.readUInt32LE(4));
}

function readBlocks(image: HeifImage): MetadataBlocks {
  // Before the TIFF block stand a length and as many bytes as the length says, mostly the name that JPEG puts there.
  const tiff = readItem(image, 'Exif').map((item) =>
    withoutExifName(item.subarray(ID_BYTES + item.readUInt32BE())),
  );
  return { tiff, xmp: readItem(image, 'mime'), iptc: [], texts: [] };
}

/** The first item of metadata of a type; none where there is no such item. */
function readItem(image: HeifImage, type: string): Buffer[] {
  const heif = libheif();
  const handle = image.handle.$$.ptr;
  const name = Buffer.from(`${type}\0`, 'latin1');
  const memory = heif._malloc(name.length + ID_BYTES);
  heif.HEAPU8.set(name, memory + ID_BYTES);
  const count = heif._heif_image_handle_get_list_of_metadata_block_IDs(handle, memory + ID_BYTES, memory, 1);
  const id = Buffer.from(heif.HEAPU8.slice(memory, memory + ID_BYTES)).readUInt32LE();
  heif._free(memory);
  const size = count >= 1 ? heif._heif_image_handle_get_metadata_size(handle, id) : 0;
  if (size <= ID_BYTES || size > EXIF_MOST_BYTES) return [];
  return [
    readBlock(size, (error, target) => heif._heif_image_handle_get_metadata(error, handle, id, target)),
  ];
}

/** Has libheif fill memory of its own and copies it out. */
function readBlock(size: number, fill: (error: number, target: number) => void): Buffer {
  const heif = libheif();
  const target = heif._malloc(size);
  const error = heif._malloc(ERROR_STRUCT_BYTES);
  try {
    fill(error, target);
    return Buffer.from(heif.HEAPU8.slice(target, target + size));
  } finally {
    heif._free(target);
    heif._free(error);
  }
}

function readPixels(image: HeifImage, width: number, height: number): Promise<Uint8ClampedArray> {
  const data = new Uint8ClampedArray(width * height * CHANNELS);
  return new Promise((resolve, reject) => {
    image.display({ data, width, height }, (filled) => {
      if (filled) resolve(filled.data);
      else reject(new ImagingError('image_unreadable', 'the HEIF picture could not be decoded'));
    });
  });
}
