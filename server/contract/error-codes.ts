/**
 * The one table of everything that can go wrong on purpose: code, HTTP status, plain English sentence.
 * tRPC codes, REST statuses, the OpenAPI document and the translations (`errors.<code>`) are derived from it.
 */
export const errorTable = {
  // transport
  bad_request: [400, 'The request could not be read.'],
  not_found: [404, 'There is nothing at this address.'],
  method_not_allowed: [405, 'This address does not accept this method.'],
  unsupported_media_type: [415, 'This kind of content is not accepted here.'],
  request_timeout: [408, 'The request took too long to arrive.'],
  body_too_large: [413, 'The request is too large.'],
  field_invalid: [422, 'Some fields are not valid.'],
  too_many_attempts: [429, 'Too many attempts. Please wait a moment and try again.'],
  unexpected: [500, 'Something went wrong on our side. Nothing was changed.'],
  dependency_away: [503, 'A part of the server is not available right now. Please try again shortly.'],
  edit_conflict: [409, 'Somebody else changed this in the meantime. Please reload and try again.'],

  // session
  not_signed_in: [401, 'Please sign in.'],
  session_expired: [401, 'Your session has expired. Please log in again.'],
  login_failed: [401, 'The username or password is not correct.'],
  passkey_failed: [403, 'This passkey did not work. Please try again, or use your password.'],
  passkeys_not_offered: [409, 'Passkeys do not work at this address.'],
  passkey_exists: [409, 'This passkey belongs to an account already.'],
  passkey_not_added: [422, 'The passkey could not be added. Please try again.'],
  passkeys_enough: [409, 'There are enough passkeys. Please remove one first.'],
  passkey_not_found: [404, 'There is no such passkey, or not any more.'],
  oidc_not_offered: [404, 'No other sign-in service is set up here.'],
  oidc_only: [403, 'Please sign in with the sign-in service: passwords are for superusers alone.'],
  oidc_failed: [403, 'The sign-in service did not confirm it, or it took too long. Please try again.'],
  oidc_cancelled: [403, 'You cancelled at the sign-in service. Nothing was changed.'],
  oidc_away: [
    503,
    'The sign-in service does not answer right now. Please try again later, or use your password.',
  ],
  oidc_account_missing: [
    403,
    'No account here is connected to the one of the sign-in service. Please ask an administrator, or sign in another way and connect it in the settings.',
  ],
  oidc_taken: [409, 'This account of the sign-in service, or yours here, is connected already.'],
  oidc_other_account: [403, 'This account of the sign-in service is not the one connected to yours.'],
  oidc_not_connected: [404, 'Your account is not connected.'],
  oidc_needs_password: [409, 'Please set a password first: without one you could not sign in any more.'],
  oidc_logout_refused: [400, 'This logout token is not valid.'],
  reauthentication_required: [403, 'Please confirm your password first. Nothing was changed.'],
  second_factor_required: [401, 'Please enter the code from your authenticator app.'],
  second_factor_incorrect: [401, 'This code is not correct, or was used before.'],
  second_factor_expired: [401, 'This sign-in has ended. Please start over.'],
  second_factor_needed: [403, 'Administrators need a second factor here. Please set one up first.'],
  own_second_factor_first: [409, 'Please set up a second factor for your own account first.'],
  passkey_required: [403, 'Your account signs in with a passkey here. The password alone is not enough.'],
  second_factor_unreadable: [
    409,
    'Codes of the app count no more, because the secret of this server was changed. Please use a recovery code.',
  ],
  account_inactive: [403, 'This account is not active. Please ask an administrator.'],
  refresh_token_invalid: [401, 'Your session has expired. Please log in again.'],
  forbidden: [403, 'You are not allowed to do this.'],
  registration_by_invitation: [
    403,
    'New accounts are made by invitation here. Please ask an administrator of your club for one.',
  ],
  registration_closed: [
    403,
    'New accounts are made by the administrators here. Please ask an administrator of your club for one.',
  ],

  // one-time links
  token_not_found: [404, 'This link is not known here. Please ask for a new one.'],
  token_used: [410, 'This link has already been used. Please ask for a new one.'],
  token_revoked: [410, 'This link no longer works because the account was changed or a newer link was made.'],
  token_expired: [410, 'This link has expired. Please ask for a new one.'],

  // users
  user_not_found: [404, 'User not found'],
  username_taken: [409, 'This username is already taken.'],
  email_taken: [409, 'This email address is already in use.'],
  current_password_incorrect: [400, 'Current password is incorrect'],
  password_too_common: [422, 'This password is among the first that anybody would guess.'],
  password_holds_username: [422, 'The password must not contain the username.'],
  last_admin: [409, 'This is the last active administrator. Make somebody else an administrator first.'],
  last_superuser: [409, 'This is the last active superuser. Make somebody else a superuser first.'],
  second_factor_exists: [409, 'Two-factor authentication is on already.'],
  second_factor_missing: [409, 'Two-factor authentication is not on.'],
  factor_removal_stopped: [409, 'The owner stopped this less than a week ago.'],
  own_account: [409, 'You cannot do this to your own account.'],
  role_not_found: [404, 'Role not found'],
  role_already_given: [409, 'The user already has this role.'],
  role_needs_superuser: [403, 'Only a superuser may give or take this role, or change a superuser.'],
  own_roles: [403, 'You cannot raise your own roles.'],

  // clubs
  club_not_found: [404, 'Club not found.'],
  club_forbidden: [403, 'You do not have permission to manage this club.'],
  club_already_member: [409, 'You are already a member of this club.'],
  club_request_pending: [409, 'A membership request is already waiting for an answer.'],
  club_not_member: [409, 'You are not a member of this club.'],
  club_no_request: [404, 'There is no membership request.'],
  club_member_not_found: [404, 'This user is not a member of the club.'],
  club_admin_exists: [409, 'This user already administers the club.'],
  club_last_admin: [409, 'The club needs another administrator first.'],
  club_right_not_found: [404, 'This person has no such right in the club.'],
  club_not_asked: [404, 'The club is not asked.'],
  gallery_club_not_found: [404, 'This club is not part of the gallery, or belongs to its event.'],
  gallery_not_left: [409, 'This gallery has somebody who may manage it.'],
  takeover_objected: [
    409,
    'Another club has objected. An administrator of the server decides whose the gallery is.',
  ],
  takeover_not_found: [404, 'There is nothing to object to.'],
  club_person_not_found: [404, 'The club has no such person.'],
  club_person_account_taken: [409, 'This account already stands beside another person of the club.'],
  guardianship_not_found: [404, 'This guardian was not found.'],
  guardianship_settled: [409, 'This guardianship can only be ended now.'],
  guardianship_exists: [409, 'This member is a guardian of this person already, or was asked to be.'],
  guardianship_of_oneself: [422, 'Nobody can be their own guardian.'],
  guardianship_circle: [422, 'This member is in the care of this person.'],
  guardianship_of_adult: [422, 'This person is an adult and has no guardian.'],
  guardian_claim_not_found: [404, 'This request was not found.'],
  erasure_request_not_found: [404, 'This request was not found.'],
  guardian_claim_exists: [409, 'This request waits for an answer already.'],
  guardian_claims_too_many: [409, 'Too many of your requests wait for an answer.'],
  consent_text_changed: [409, 'The text of this question was changed meanwhile. Please read it again.'],
  paper_consent_not_found: [404, 'This entry was removed already.'],
  guard_not_offered: [409, 'This is asked only where photos are not to be shown outside the club.'],
  reference_not_found: [404, 'This picture was not found.'],
  reference_not_allowed: [
    409,
    'This person may not be looked for in photos: the family has not agreed, or not any more.',
  ],
  references_enough: [409, 'There are enough pictures. Please delete one first.'],
  family_links_not_allowed: [409, 'The club or the family does not allow such links, or not any more.'],
  family_link_refused: [
    409,
    'The link would show nothing: it was answered that photos of this person are not to be shown outside the club.',
  ],
  family_link_empty: [409, 'The link would show nothing now: no photo can be shown by it.'],
  share_link_refused: [
    409,
    'Somebody of these people is not to be shown outside the club, so no link to their photos can be made.',
  ],
  family_links_enough: [409, 'There are enough links. Please end one first.'],
  face_none: [422, 'No face was found in the picture.'],
  face_too_small: [422, 'The face in the picture is too small. Please come closer.'],
  face_blurred: [422, 'The face in the picture is blurred. Please choose a sharp picture.'],
  face_turned_away: [422, 'The face in the picture looks to the side. Please choose one from the front.'],
  face_unlike_others: [422, 'This picture does not show the same person as those that are there already.'],
  face_like_strangers: [
    422,
    'By this picture other people would be found too. Please choose a clearer one from the front.',
  ],
  club_admin_not_found: [404, 'This user does not administer the club.'],

  // invitations
  invitation_not_found: [
    404,
    'This invitation is not known here. Please check the address or ask for a new one.',
  ],
  invitation_used: [410, 'This invitation has already been used. If you used it yourself, sign in.'],
  invitation_expired: [410, 'This invitation has expired. Please ask the club for a new one.'],
  invitation_revoked: [410, 'The club has withdrawn this invitation. Please ask the club for a new one.'],
  invitation_replaced: [410, 'The club has replaced this link with a newer one. Please ask the club for it.'],
  invitation_accepted_before: [
    409,
    'You have joined with this invitation before and are no longer a member. Please ask the club.',
  ],
  invitation_link_unknown: [
    409,
    'The link of this invitation cannot be shown any more, because the secret of this server was changed. Replace it first.',
  ],
  // imports of members
  member_import_not_found: [404, 'This import was not found.'],
  member_import_undone: [409, 'This import has been undone already.'],
  member_import_used: [
    409,
    'Somebody has joined by this import, or parts of it ended long ago, so it cannot be undone.',
  ],
  import_file_empty: [422, 'The file holds no lines.'],
  import_file_too_large: [413, 'The file is larger than 2 MB.'],
  import_too_many_lines: [422, 'The list has more than 5,000 lines. Please import it in parts.'],
  import_file_not_text: [
    422,
    'This is not a text file. Save the list as CSV in your spreadsheet program and choose that file.',
  ],
  import_encoding_wrong: [422, 'The file cannot be read with this encoding.'],
  import_quotes_broken: [422, 'A quotation mark in the file is missing or in excess.'],

  // events
  event_not_found: [404, 'Event not found'],
  event_create_forbidden: [403, 'Only photographers and administrators can create events'],
  event_forbidden: [403, 'You do not have permission to manage this event.'],
  event_slug_taken: [409, 'This slug is already used by another event.'],
  event_has_galleries: [409, 'This event still has galleries. Delete or move them first.'],
  event_club_not_found: [404, 'This club is not part of the event.'],

  // calendar feeds
  calendar_feed_not_found: [
    404,
    'This calendar address is not known here. It may have been replaced: copy the new one from the settings.',
  ],

  // galleries
  gallery_not_found: [404, 'Gallery not found'],
  gallery_forbidden: [403, "You don't have access to this gallery."],
  gallery_action_forbidden: [403, 'You do not have permission for this action.'],
  gallery_create_forbidden: [403, 'Only photographers and administrators can create galleries'],
  gallery_needs_club: [422, 'Choose at least one club for a gallery that is restricted to clubs.'],
  gallery_photographer_invalid: [422, 'The photographer needs the photographer role.'],
  gallery_cover_invalid: [422, 'The cover must be a photo of this gallery.'],

  // photos and uploads
  photo_not_found: [404, 'Photo not found'],
  takedown_in_force: [409, 'This photo has been taken down already.'],
  takedown_decided: [409, 'This request has been decided. Please ask the club.'],
  takedown_not_found: [404, 'This request was not found.'],
  photo_file_missing: [404, 'The file of this photo is missing on the server.'],
  photo_file_cut: [500, 'Part of the file of this photo is missing on the server.'],
  upload_no_file: [422, 'Choose a file to upload.'],
  upload_empty: [422, 'The file is empty.'],
  upload_malformed: [400, 'The upload could not be read.'],
  upload_not_found: [404, 'The upload is no longer known here. Please send the photo again.'],
  upload_too_large: [413, 'The file is larger than allowed.'],
  image_too_large: [413, 'The picture has more pixels than allowed.'],
  image_type_not_accepted: [415, 'Only JPEG, PNG, GIF, WebP, HEIC and HEIF pictures are accepted.'],
  image_unreadable: [415, 'The picture is damaged and could not be read.'],
  image_incomplete: [415, 'More than half of the picture is missing.'],
  image_timeout: [415, 'The picture took too long to read.'],
  decoding_interrupted: [503, 'The server was interrupted while it read the picture. Please try again.'],
  storage_full: [507, 'The server has no room left for photos. Nothing was stored.'],
  club_storage_full: [403, 'A club of the event has no room left for this photo. Nothing was stored.'],
  storage_unavailable: [503, 'The photo storage is not available right now. Nothing was stored.'],
  range_not_satisfiable: [416, 'The requested part of the file does not exist.'],

  // share links
  link_not_found: [404, 'Link not found or invalid'],
  link_inactive: [403, 'This link is inactive'],
  link_expired: [410, 'This link has expired'],
  link_password_required: [401, 'This gallery is protected by a password.'],
  link_password_incorrect: [401, 'Incorrect password'],
  guest_photos_enough: [
    409,
    'Enough photos sent by this link wait for an answer. Please try again when some have been looked at.',
  ],
  link_download_forbidden: [403, 'Downloads are switched off for this link.'],

  // faces and people
  face_not_found: [404, 'Face not found'],
  person_not_found: [404, 'Person not found'],
  session_not_found: [404, 'This session has ended already.'],
  people_other_gallery: [422, 'People of different galleries cannot be combined.'],
  club_list_forbidden: [
    403,
    "Only people who read the club's list can say that. Ask the administrators of the club.",
  ],
  people_together: [409, 'These people are together on a photo.'],
  decision_not_found: [404, 'This change was not found.'],
  decision_not_undoable: [409, 'This change can no longer be undone.'],
  later_decision_not_undone: [409, 'Undo the later change to this person first.'],
  job_not_found: [404, 'Job not found'],
  job_not_retryable: [409, 'Only failed photos can be tried again.'],
  setting_unknown_model: [422, 'This recognition model is not available.'],
  setting_unknown_detector: [422, 'This detector is not available.'],
  setting_unknown_metric: [422, 'This distance metric is not available for the model.'],
  model_not_obtained: [503, 'The model could not be fetched. Please try again later.'],
  engine_failed: [503, 'Face recognition did not answer. It will be tried again.'],
  engine_crashed: [500, 'Face recognition stopped three times on this photo.'],

  // mail
  mail_not_set_up: [409, 'No mail can be sent: the operator of the server has not set it up.'],
  mail_not_sent: [503, 'The mail could not be sent. It will be tried again.'],

  // notifications
  notification_not_found: [404, 'Notification not found'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof errorTable;
export const errorCodes = Object.keys(errorTable) as ErrorCode[];
