export function ClubsPage() {
  return null;
}
