/** What systems and programs put beside photos, and names under which a file is still being written. */
const PATTERNS = [
  /^\./,
  /^~/,
  /^(thumbs\.db|desktop\.ini)$/i,
  /\.(part|partial|tmp|temp|filepart|crdownload|lock)$/i,
];

/** Whether a file of this name never becomes a photo, whatever is in it. */
export const isNeverPhoto = (name: string): boolean => PATTERNS.some((pattern) => pattern.test(name));
