/**
 * Shortest and longest inputs, in characters where nothing else is said, checked by server and client alike. How many there
 * may be of something: count-limits.ts. How long something may last: lifetimes.ts. Sizes of photos are settings of the operator: server/config/upload-settings.ts.
 */
export const inputLimits = {
  nameMax: 200,
  /** What tells two people of one name apart. */
  toldApartByMax: 10,
  /** It stands in headers, titles and subjects of mails. */
  installationNameMax: 60,
  /** Of an imprint, for example. */
  webAddressMax: 500,
  /** It stands in one line of *Settings*. */
  passkeyNameMax: 60,
  apiKeyNameMax: 60,
  descriptionMax: 5_000,
  contactMax: 500,
  usernameMin: 3,
  usernameMax: 50,
  emailMax: 254,
  accountPasswordMin: 8,
  /** Of share links; the refusal in schemas/share-links.ts is worded for 1. */
  linkPasswordMin: 1,
  /** Of accounts and share links. */
  passwordMax: 128,
  slugMin: 3,
  slugMax: 200,
  eventNameMin: 3,
  searchMin: 2,
  searchMax: 200,
  noteMax: 500,
  /** Of the server's machine. */
  folderMax: 1_000,
  consentTextMax: 4_000,
  takedownReasonMax: 1_000,
  takedownAnswerMax: 500,
  /** The file of a list of members to import. */
  importFileBytesMax: 2_000_000,
  /** Characters of one of its cells; the rest is not read. */
  importCellMax: 500,
  /** What guests who send photos by link call themselves. */
  creditLineMax: 200,
  guestNameMax: 100,
} as const;
