/**
 * Shortest and longest inputs, in characters where nothing else is said, checked by server and client alike. How many there
 * may be of something: count-limits.ts. Sizes of photos are settings of the operator: server/config/upload-settings.ts.
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
  noteMax: 500,
  consentTextMax: 4_000,
  invitationUsesMax: 10_000,
  invitationDaysMax: 366,
  takedownReasonMax: 1_000,
  takedownAnswerMax: 500,
  /** How long a link of a family to the photos of one person lasts. */
  familyLinkDaysMax: 30,
  /** The file of a list of members to import. */
  importFileBytesMax: 2_000_000,
  /** What guests who send photos by link call themselves. */
  guestNameMax: 100,
} as const;
