export function MyClubsPage() {
  return null;
}
