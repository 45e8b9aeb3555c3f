/** The original of a photo, to be shared as a file. */
export const originalFile = ({ id, filename }: { id: string; filename: string }) => ({
  url: `/api/photos/${id}/download`,
  filename,
});
