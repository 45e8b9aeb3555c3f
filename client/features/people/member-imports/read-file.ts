/** Many proxies let no more than 1 MB through; base64 makes a third more of it. */
const compressedFromBytes = 500_000;

/** The bytes of a file in base64, those of a large one compressed where the browser can. */
export async function readAsBase64(file: Blob): Promise<string> {
  if (file.size < compressedFromBytes || !('CompressionStream' in globalThis)) return base64Of(file);
  const compressed = file.stream().pipeThrough(new CompressionStream('gzip'));
  return base64Of(await new Response(compressed).blob());
}

const base64Of = (bytes: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read'));
    reader.readAsDataURL(bytes);
  });
