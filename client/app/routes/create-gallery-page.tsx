export function CreateGalleryPage() {
  return null;
}
