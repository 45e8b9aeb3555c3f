export function ManageEventPage() {
  return null;
}
