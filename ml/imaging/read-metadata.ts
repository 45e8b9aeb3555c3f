import { readFile } from 'node:fs/promises';
import { cameraOf } from './camera.ts';
import { captureTimeOf } from './capture-time.ts';
import { creditOf } from './credit.ts';
import { decodeHeif } from './heif.ts';
import { type MetadataBlocks, metadataBlocks } from './metadata-blocks.ts';
import { parseMetadata } from './parsed-metadata.ts';
import { sniffImage } from './sniff.ts';
import { type FileMetadata, ImagingError, type MetadataTask } from './types.ts';
import { wordsOf } from './words.ts';

/** What a file says; its picture is decoded only where that stands in a container that has to be (HEIC). */
export async function readMetadata(
  { source, filename, maxPixels }: MetadataTask,
  maxPixelsUnlessAlone = Number.POSITIVE_INFINITY,
): Promise<FileMetadata> {
  const blocks = await blocksOf(await readFile(source), maxPixels, maxPixelsUnlessAlone);
  return metadataOf(blocks, filename);
}

/** What the blocks of a file say; where none says a time, its name may. */
export async function metadataOf(blocks: MetadataBlocks, filename = ''): Promise<FileMetadata> {
  const parsed = await parseMetadata(blocks);
  return {
    taken: captureTimeOf(parsed, filename),
    credit: creditOf(parsed) ?? null,
    words: wordsOf(parsed) ?? null,
    camera: cameraOf(parsed) ?? null,
  };
}

async function blocksOf(
  bytes: Buffer,
  maxPixels: number,
  maxPixelsUnlessAlone: number,
): Promise<MetadataBlocks> {
  const mime = sniffImage(bytes);
  if (!mime) throw new ImagingError('image_type_not_accepted', 'not JPEG, PNG, GIF, WebP, HEIC or HEIF');
  if (mime === 'image/heic' || mime === 'image/heif')
    return (await decodeHeif(bytes, maxPixels, maxPixelsUnlessAlone)).blocks;
  return metadataBlocks(bytes, mime);
}
