/**
 * Sections of the texts that the first visit needs: of the shell, of sign-in and registration, and of the dashboard. All
 * others come with the first screen that is opened after it. first-sections.test checks the list.
 */
export const firstSections: readonly string[] = [
  'common',
  'dashboard',
  'errors',
  'failed',
  'galleries',
  'login',
  'notifications',
  'profile',
  'register',
  'session',
  'shell',
  'signed_out',
  'unsaved',
  'upload',
  'validation',
];

/** What the first visit needs of the section `failed`. first-sections.test computes the list from what its files name. */
export const firstFailures: readonly string[] = ['language', 'login', 'register', 'upload'];

/**
 * Errors that no call of the first visit and no upload can answer: their texts come with the others. first-sections.test
 * computes the list from what the procedures say they answer. Of the second screen of signing in, which comes with all texts, too.
 */
export const laterErrors: readonly string[] = [
  'club_admin_exists',
  'club_admin_not_found',
  'club_already_member',
  'club_not_member',
  'club_person_account_taken',
  'club_person_not_found',
  'club_request_pending',
  'consent_text_changed',
  'decision_not_found',
  'decision_not_undoable',
  'erasure_request_not_found',
  'event_club_not_found',
  'event_create_forbidden',
  'event_has_galleries',
  'event_slug_taken',
  'family_link_empty',
  'family_link_refused',
  'family_links_enough',
  'family_links_not_allowed',
  'guardian_claim_exists',
  'guardian_claim_not_found',
  'guardian_claims_too_many',
  'guardianship_circle',
  'guardianship_exists',
  'guardianship_not_found',
  'guardianship_of_adult',
  'guardianship_of_oneself',
  'invitation_accepted_before',
  'invitation_replaced',
  'later_decision_not_undone',
  'link_download_forbidden',
  'people_other_gallery',
  'reference_not_found',
  'second_factor_exists',
  'second_factor_expired',
  'second_factor_incorrect',
  'second_factor_missing',
  'second_factor_required',
  'second_factor_unreadable',
  'session_not_found',
  'share_link_refused',
  'token_expired',
  'token_not_found',
  'token_revoked',
  'token_used',
];
