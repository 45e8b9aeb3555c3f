export function ManageGalleryPage() {
  return null;
}
