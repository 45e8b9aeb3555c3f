interface Photographed {
  photographer_first_name: string;
  photographer_last_name: string;
  photographer_username?: string;
}

export function photographerName(gallery: Photographed): string {
  const name = `${gallery.photographer_first_name} ${gallery.photographer_last_name}`.trim();
  return name || gallery.photographer_username || '';
}
