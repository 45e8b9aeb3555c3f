/**
 * How many entries of each list a page holds; for server and client alike. A list that has no further pages shows no more than
 * these. Sizes of the dashboard's lists: client/app/routes/dashboard.
 */
export const listSizes = {
  /** The most entries that any list answers at once. */
  max: 500,
  users: 25,
  events: 12,
  galleries: 12,
  photos: 200,
  /**
   * Questions whether somebody in a gallery is a person of the club. How many ask whether two people are one:
   * ml/parameters/merge-questions.ts.
   */
  matchQuestions: 20,
  /** Pairs of people of a gallery who look alike. */
  lookAlikes: 20,
  /** Children whose guardianship ends with memberships. */
  childrenLeftBehind: 10,
  /** Persons of galleries about whom a family said no, newest answer first: a mistake is found soon or not at all. */
  answeredNo: 100,
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
  /** Photos left out of share links by hand. */
  keptInside: 60,
  galleryPickerResults: 20,
} as const;

/** Entries a page that administrators may choose for the list of users. */
export const userPageSizes = [25, 50, 100];
