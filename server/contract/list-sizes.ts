/** How many entries one request for a list answers; for server and client alike. Lists without further pages show as many at most. Of the dashboard: client/app/routes/dashboard. */
export const listSizes = {
  /** The most entries that any list answers at once. */
  max: 500,
  users: 25,
  events: 12,
  galleries: 12,
  photos: 200,
  /** Of the questions whether somebody in a gallery is a person of the club. Whether two people are one: ml/parameters/merge-questions.ts. */
  matchQuestions: 20,
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
