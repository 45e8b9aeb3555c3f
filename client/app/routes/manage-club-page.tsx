export function ManageClubPage() {
  return null;
}
