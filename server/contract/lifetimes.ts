/**
 * How long things last and are kept: what ends by itself, and when housekeeping deletes it. In milliseconds, or in the unit
 * that the name ends in; at the end what users choose. Elsewhere:
 * - when galleries and the data of people who left are deleted: last-day.ts; notices before that:
 *   expiry-notices.ts
 * - how long wrong passwords count: server/features/platform/rate-limits/rate-limits.ts
 * - how old a notification may be for a digest: server/features/administration/mail/queue-digests.ts
 * - how long events stay in calendar feeds: server/features/clubs/calendar/calendar-feed.ts
 * - how often a club may remind its members of consents: server/features/platform/rate-limits/rate-limits.ts
 * - how long a job waits before it is tried again: server/jobs/handlers/
 *
 * The activity log is kept for good.
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
  /** So long after a password was given, the same session does without what asks for it again. */
  recentPasswordMs: 10 * minuteMs,
  /** Between asking for a passkey or a code, at sign-in or elsewhere, and its answer. */
  challengeMs: 5 * minuteMs,
  /** Administrators of whom a second factor is required do without one so long. */
  withoutSecondFactorMs: 7 * dayMs,
  /** For signing in at an OpenID provider, and again for what the page does with its answer. */
  providerFlowMs: 10 * minuteMs,
  /** So often an OpenID provider that gave a refresh token is asked whether a session in use goes on. */
  providerAskedEveryMs: 4 * minuteMs,
  /** A session counts as in use so long after a request. */
  sessionInUseMs: 10 * minuteMs,
  /** Sessions go on so long while the OpenID provider does not answer. */
  providerSilentMs: hourMs,
  /** Passkeys and codes that an administrator wants removed stay so long, in which their owner may stop it. Whole hours. */
  factorRemovalMs: dayMs,
  /** A removal that was stopped is asked for again after this time at the earliest. Whole days. */
  stoppedFactorRemovalMs: 7 * dayMs,
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
  /** An invitation confirms a child's guardian by its use so long after it was made. Whole days. */
  invitationConfirmsMs: 30 * dayMs,
  /** So long the club can take back a guardian whom an invitation has confirmed, with what they said. Whole days. */
  invitedGuardianTakenBackMs: 7 * dayMs,
  /** Invitations are kept this long after their end, so that an old link says why it no longer works. */
  endedInvitationKeptMs: 180 * dayMs,
  /** Links of families to the photos of one person are kept this long after their end, so that they say that they ended. */
  endedFamilyShareLinkKeptMs: 7 * dayMs,
  /** Mails that were sent or have failed are kept for the list of administrators. */
  mailKeptMs: 30 * dayMs,
  /** What phones were told of is known so long; photos older than this are not news to them. */
  pushEveningKeptMs: 7 * dayMs,
  /** How long a visitor does not type the password of a share link again. */
  shareLinkUnlockMs: hourMs,
  /** How long photos chosen for a download can be downloaded. */
  downloadSelectionMs: dayMs,
  /** An upload in parts that is not complete after this time is deleted. */
  resumableUploadMs: dayMs,
  /** So long after its last bytes, room is kept on the disk and in quotas for the rest of an upload in parts. */
  announcedBytesMs: 30 * minuteMs,
  /** Within this time a request to take a photo down should be decided. */
  takedownDecisionMs: 3 * dayMs,
  /**
   * Reason and contact of a request to take a photo down are erased this long after the request, the answer this long
   * after it was given.
   */
  takedownReasonKeptMs: 30 * dayMs,
  /** Added photos that may show somebody who refused count as left out, rather than as waiting for an answer, after this time. */
  addedPhotosWaitMs: dayMs,
  /** A photo from a guest that no editor has decided about is deleted this long after it was sent. Whole days, as texts say it in days. */
  guestPhotoKeptMs: 30 * dayMs,
  /** In months: a picture by which somebody is found is deleted this long after it was added, because children change. */
  referenceMonths: 24,
  /** Files of uploads that were interrupted; longer than any upload lasts. */
  temporaryFileMs: hourMs,
  /** Stored files that no row names are removed after this; far longer than decoding one picture takes. */
  unreferencedFileMs: 10 * minuteMs,
} as const;

/** Likewise, of what the server alone asks for: apart, so that the first visit of the client does not load them. */
export const serverLifetimes = {
  /** A club is asked so long whether something may be put before its members. Whole days. */
  clubAskedMs: 30 * dayMs,
  /** So long after its last day a key for programs is listed as ended. Whole days. */
  endedKeyKeptMs: 30 * dayMs,
  /** So often at most it is noted that a key for programs was used. */
  keyUseNotedMs: hourMs,
  /** Names without a photo, and deliveries that failed, are forgotten after this time. */
  unsettledDeliveryMs: hourMs,
  /** So long after sending a file, whoever sent it may take it back without the right to delete photos. */
  deliveryTakenBackMs: minuteMs,
  /** The same for giving it another name. */
  deliveryRenamedMs: dayMs,
  /** Another club may object so long to taking over a gallery. Whole days. */
  takeoverObjectionMs: 7 * dayMs,
  /** In which requests to hide photos are counted. */
  takedownLimitMs: dayMs,
  /** A photo that was replaced can be brought back so long. Whole days. */
  versionKeptMs: 7 * dayMs,
  /** So long after it was last met, a picture that was hidden, left out or declined is recognised when it comes again: 24 months. */
  blockedPictureKeptMs: 730 * dayMs,
} as const;

/** Room is kept for the rest of uploads in parts that were active after this time. */
export const idleSince = (now: Date) => new Date(now.getTime() - lifetimes.announcedBytesMs);

/** What users choose: `choices` are those of the menu, `standard` holds without a choice, more than `max` is refused. */
export const invitationDays = { choices: [7, 30, 90], standard: 30, imported: 90, max: 366 } as const;

/** Links of a family to the photos of one person. */
export const familyShareLinkDays = { choices: [7, 14, 30], standard: 30, max: 30 } as const;

/** Days that a share link made by one press is good for; long enough for everybody who was there. */
export const presetLinkDays = 30;

/** Months after which share links, or the data of people who left, end at the latest. */
export const retentionMonths = { choices: [1, 3, 6, 12, 24, 36], max: 120 } as const;

/** Days for which deleted photos can be restored; 0: not at all. */
export const binDays = { choices: [0, 7, 30, 90], standard: 30, max: 365 } as const;
