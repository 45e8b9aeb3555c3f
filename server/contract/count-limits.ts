/**
 * How many there may be at most, checked by server and client alike. Elsewhere:
 * - how many entries a list shows: list-sizes.ts
 * - how many requests, uploads and wrong passwords in a time: server/features/platform/rate-limits/rate-limits.ts
 * - how large a photo may be: server/config/upload-settings.ts; how much a club stores: its quota
 */
export const countLimits = {
  /** Rows changed by one request. */
  bulkMax: 1_000,
  /** Photos chosen for one download; a whole gallery has no limit. */
  downloadMax: 5_000,
  /** People, or photos, that one share link shows; a whole gallery has no limit. */
  sharedPeopleMax: 100,
  sharedPhotosMax: 5_000,
  /** Links of a family to the photos of one person that are in force at once. */
  familyShareLinksMax: 10,
  /** Passkeys of one account. */
  passkeysMax: 20,
  /** Keys for programs of one account. */
  apiKeysMax: 20,
  /** Phones and other devices of one account that are told of new photos. */
  pushDevicesMax: 10,
  /** Questions that name two people who look alike, "Mia or Lina?", of one gallery and pair, answered ones included. */
  lookAlikeQuestions: 5,
  /** Claims to be a guardian that wait for an answer, of one account. */
  openClaimsMax: 10,
  /** How many people may join by one invitation. */
  invitationUsesMax: 10_000,
  /** Lines of an imported list of members, without the header. */
  importLinesMax: 5_000,
  /** Columns of it that are read: those with known words above them, then the first. */
  importColumnsMax: 50,
  /** Photos of guests that wait for an editor, of one link; unfinished uploads count too. How many are sent an hour: rate-limits.ts. */
  waitingPhotosPerLinkMax: 500,
  /** From so many on those who decide are told that the link soon takes no more. */
  waitingPhotosPerLinkMany: 400,
  /** Uploads in parts that are going on, of one account: room is kept for each. The client sends a few at once. */
  activeUploadsPerAccountMax: 200,
  /** Pictures by which one person is found. */
  referencesMax: 5,
  /** Photos that one request to hide names. */
  takedownPhotosMax: 20,
  /** Photos that one account, or one address by one link, asks to hide in 24 hours, and how many of them each are told of. */
  takedownsPerAskerMax: 100,
  takedownsToldEachMax: 20,
  /** Photos of one gallery that anybody asks to hide in 24 hours. */
  takedownsPerGalleryMax: 300,
  /** From so many refused requests about a gallery, or by a link, on the same asker asks without hiding. */
  takedownRefusalsMax: 2,
  /** Requests to take photos down that a visitor's browser asks about at once. */
  takedownReceiptsMax: 50,
} as const;
