/**
 * Shortest and longest inputs, in characters or entries, checked by server and client alike. Sizes of files and
 * pictures are settings of the operator: server/config/setting-defaults.ts.
 */
export const inputLimits = {
  nameMax: 200,
  /** It stands in headers, titles and subjects of mails. */
  installationNameMax: 60,
  descriptionMax: 5_000,
  /** After how many months links and the data of people who left may end at most. */
  monthsMax: 120,
  usernameMin: 3,
  usernameMax: 50,
  emailMax: 254,
  passwordMin: 8,
  passwordMax: 128,
  slugMin: 3,
  slugMax: 200,
  eventNameMin: 3,
  searchMin: 2,
  searchMax: 200,
  bulkMax: 1_000,
  /** Claims to be a guardian that wait for an answer, of one account. */
  openClaimsMax: 10,
  noteMax: 500,
  consentTextMax: 4_000,
  invitationUsesMax: 10_000,
  invitationDaysMax: 366,
  takedownReasonMax: 1_000,
  takedownAnswerMax: 500,
  /** Requests to take photos down that a visitor's browser asks about at once. */
  takedownReceiptsMax: 50,
  /** Photos chosen for one download; a whole gallery has no limit. */
  downloadMax: 5_000,
  /** People, or photos, that one share link shows; a whole gallery has no limit. */
  sharedPeopleMax: 100,
  sharedPhotosMax: 5_000,
  /** Links of a family to the photos of one person: how long they last, and how many are in force at once. */
  familyLinkDaysMax: 30,
  familyLinksMax: 10,
  /** A list of members to import: bytes of its file, and lines without the header. */
  importFileBytesMax: 2_000_000,
  importLinesMax: 5_000,
  /** What guests who send photos by link call themselves. */
  guestNameMax: 100,
  /** Photos that wait for an editor, sent by one link; those on their way count. */
  guestPhotosMax: 500,
  /** Pictures by which one person is found. */
  referencesMax: 5,
} as const;
