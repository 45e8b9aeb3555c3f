/** How many entries one request for a list answers; for server and client alike. */
export const pageSizes = {
  /** The most entries that any list answers at once. */
  max: 500,
  users: 25,
  events: 12,
  nextEvents: 5,
  galleries: 12,
  latestGalleries: 4,
  photos: 200,
  mergeSuggestions: 20,
  similarFaces: 12,
  similarPeople: 5,
  activeAnalyses: 100,
  recentAnalyses: 20,
  notifications: 25,
  auditEntries: 20,
  storage: 20,
  pickerResults: 10,
  receipts: 5,
  guestPhotos: 60,
  galleryPickerResults: 20,
} as const;
