/** Accepted files: by MIME type, or by extension where the system knows no type (HEIC). The server looks at their bytes: ml/imaging/sniff.ts. */
const types = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/heic', 'image/heif'];
const extensions = ['.jpg', '.jpeg', '.jpe', '.jfif', '.png', '.gif', '.webp', '.heic', '.heif', '.hif'];

export const acceptAttribute = [...types, ...extensions].join(',');

export function isAccepted(file: { name: string; type: string }): boolean {
  const name = file.name.toLowerCase();
  return types.includes(file.type.toLowerCase()) || extensions.some((extension) => name.endsWith(extension));
}
