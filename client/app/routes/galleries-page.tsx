export function GalleriesPage() {
  return null;
}
