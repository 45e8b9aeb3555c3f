/** Downloads a file that was made in the browser. */
export function downloadBlob(blob: Blob, filename: string): void {
  const address = URL.createObjectURL(blob);
  downloadFrom(address, filename);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Downloads what an address of the browser's own holds: `blob:` or `data:`. */
export function downloadFrom(address: string, filename: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = filename;
  link.click();
}
