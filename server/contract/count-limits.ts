/** How many there may be at most, checked by server and client alike. */
export const countLimits = {
  /** Rows changed by one request. */
  bulkMax: 1_000,
  /** Photos chosen for one download; a whole gallery has no limit. */
  downloadMax: 5_000,
  /** People, or photos, that one share link shows; a whole gallery has no limit. */
  sharedPeopleMax: 100,
  sharedPhotosMax: 5_000,
  /** Links of a family to the photos of one person that are in force at once. */
  familyLinksMax: 10,
  /** Claims to be a guardian that wait for an answer, of one account. */
  openClaimsMax: 10,
  /** Lines of an imported list of members, without the header. */
  importLinesMax: 5_000,
  /** Photos that wait for an editor, sent by one link; unfinished uploads count too. */
  guestPhotosMax: 500,
  /** Pictures by which one person is found. */
  referencesMax: 5,
  /** Requests to take photos down that a visitor's browser asks about at once. */
  takedownReceiptsMax: 50,
} as const;
