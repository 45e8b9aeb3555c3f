/** Many proxies let no more than 1 MB through; the fields of the form need some of it. */
const sentPictureBytes = 900_000;
/** Long sides in pixels that are tried one after the other, and the quality of the JPEG. */
const longSides = [3_000, 2_200, 1_600, 1_100];
const quality = 0.88;

/** One picture is tried several times: which face of it, and whether to keep it. */
const made = new WeakMap<File, Promise<File>>();

/** The picture as it is, or, where it is larger than most proxies allow, upright and smaller. */
export function shrinkPicture(file: File): Promise<File> {
  if (file.size <= sentPictureBytes) return Promise.resolve(file);
  const shrunk = made.get(file) ?? shrink(file);
  made.set(file, shrunk);
  return shrunk;
}

async function shrink(file: File): Promise<File> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    try {
      for (const longSide of longSides) {
        const jpeg = await drawJpeg(picture, Math.min(1, longSide / Math.max(picture.width, picture.height)));
        if (jpeg && jpeg.size <= sentPictureBytes) return new File([jpeg], file.name, { type: jpeg.type });
      }
    } finally {
      picture.close();
    }
  } catch {
    // A format that this browser does not know, such as HEIC in most: the server does.
  }
  return file;
}

function drawJpeg(picture: ImageBitmap, scale: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}
