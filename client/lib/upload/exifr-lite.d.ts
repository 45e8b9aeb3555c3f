/** The part of the package that reads JPEG and HEIC: a third of the whole, and no module of another kind. */
declare module 'exifr/dist/lite.esm.mjs' {
  export { parse } from 'exifr';
}
