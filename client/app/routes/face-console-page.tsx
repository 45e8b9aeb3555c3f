export function FaceConsolePage() {
  return null;
}
