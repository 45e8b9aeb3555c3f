/**
 * How long things last and are kept: what ends by itself, and when housekeeping deletes it. In milliseconds, or in the unit
 * that the name ends in. Elsewhere:
 * - how many days an invitation is good for: invitations.ts
 * - when galleries and the data of people who left are deleted: retention-of-galleries-and-people.ts; notices before that:
 *   expiry-notices.ts
 * - the longest that an invitation, a link of a family, or another link may last: input-limits.ts
 * - how long wrong passwords count: server/features/rate-limits/rate-limits.ts
 * - how long a job waits before it is tried again: server/jobs/retry-and-backoff.ts
 */
export const minuteMs = 60 * 1000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export const lifetimes = {
  /** Every access token is checked against its session, so this limits only what a copied one is good for. */
  accessTokenMs: 15 * minuteMs,
  /** A session ends this long after its last refresh. */
  sessionIdleMs: 30 * dayMs,
  /** A session ends this long after the sign-in, however often it is refreshed. */
  sessionLongestMs: 180 * dayMs,
  endedSessionKeptMs: 7 * dayMs,
  /** Two tabs may send one refresh token at once: used again after this time, it counts as stolen and the session ends. */
  refreshTokenReuseGraceMs: 10 * 1000,
  /** A link that confirms an address, or sets a new password and was made by an administrator or on the server. */
  oneTimeTokenMs: dayMs,
  /**
   * A link for a new password that came by mail; shorter than `oneTimeTokenMs`, because others may read the mailbox. Whole
   * hours, as texts say it in hours.
   */
  mailedResetTokenMs: 2 * hourMs,
  /** Ended one-time tokens are kept, so that an old link says why it no longer works. */
  endedOneTimeTokenKeptMs: 30 * dayMs,
  /** Invitations are kept this long after their end, so that an old link says why it no longer works. */
  endedInvitationKeptMs: 180 * dayMs,
  /** Links of families to the photos of one person are kept this long after their end, so that they say that they ended. */
  endedFamilyLinkKeptMs: 7 * dayMs,
  /** Mails that were sent or have failed are kept for the list of administrators. */
  mailKeptMs: 30 * dayMs,
  /** How long a visitor does not type the password of a share link again. */
  shareLinkUnlockMs: hourMs,
  /** How long photos chosen for a download can be downloaded. */
  downloadSelectionMs: dayMs,
  /** An upload in parts that is not complete after this time is deleted. */
  resumableUploadMs: dayMs,
  /** Within this time a request to take a photo down should be decided. */
  takedownDecisionMs: 3 * dayMs,
  /**
   * Reason and contact of a request to take a photo down are erased this long after the request, the answer this long
   * after it was given.
   */
  takedownReasonKeptMs: 30 * dayMs,
  /** A photo from a guest that no editor has decided about is deleted this long after it was sent. Whole days, as texts say it in days. */
  guestPhotoKeptMs: 30 * dayMs,
  /** In months: a picture by which somebody is found is deleted this long after it was added, because children change. */
  referenceMonths: 24,
  /** Files of uploads that were interrupted; longer than any upload lasts. */
  temporaryFileMs: hourMs,
  /** Stored files that no row names are removed after this; far longer than decoding one picture takes. */
  unreferencedFileMs: 10 * minuteMs,
} as const;
