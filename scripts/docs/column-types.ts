/** What the schema does not say of its columns, for the types of the tables (server/db/tables.ts). */

/** Of JSON: its shape; without an entry, an object of anything. */
export const columnTypes: Record<string, string> = {
  'api_key.scope': `import('#server/contract/key-scopes.ts').KeyScope`,
  'delivered_file.state': `'taken' | 'refused' | 'placeholder' | 'failed' | 'withdrawn'`,
  'deleted_photo.snapshot': 'Record<string, Record<string, unknown>[]>',
  'erasure.counts': 'Record<string, number>',
  'mail_outbox.language': `'en' | 'de'`,
  'mail_outbox.params': 'Record<string, string>',
  'notification.params': 'Record<string, string | number>',
  'photo.credit': `import('#ml/index.ts').Credit`,
  'photo.sort_at': 'Date | number',
  'web_push_evening.state': `'waiting' | 'nothing' | 'done'`,
  'server_process.role': `'all' | 'web' | 'worker'`,
};

export const tableNotes: Record<string, string> = {
  accepted_model: 'A model with a licence for some uses only, which an administrator has accepted.',
  asked_face:
    'A face of which somebody who shares the gallery does not know whose it is; see waiting-photos.sql.ts.',
  camera_clock: 'Which clocks of cameras editors corrected in a gallery, or left; see decision 0086.',
  club_person_departure: 'That a person left the club.',
  dav_lock: 'Locks of WebDAV clients, each among the files of its key.',
  deleted_photo:
    'A deleted photo that can be restored for some days, or what a photo was before it was replaced; its files are still there.',
  delivered_file: 'What a key or the hot folder delivered, by gallery and name; see decision 0078.',
  external_identity: 'Whom an OpenID provider calls so; see decision 0047.',
  face_change:
    'Which faces have changed, by transaction; triggers write it, and no backup has it: decision 0090.',
  factor_removal: 'Passkeys and codes of an account that an administrator wants removed; see decision 0049.',
  gallery_storage: 'Sums over the photos, deleted ones that wait included, written by triggers alone.',
  guardian_claim_answer: 'Answers that take effect when the club confirms the claim.',
  likely_refusal:
    'Faces of added photos that may be somebody who refused, by pictures given for that; see waiting-photos.sql.ts.',
  link_question_before: 'Answers as they were before a decision about the person, by which it is undone.',
  person_mean: 'By which people are looked for; see mean-embeddings.ts.',
  person_mean_stale: 'People whose mean is out of date; triggers insert them.',
  rate_limit:
    'Counted attempts, where several processes count together; `rate-limiter-flexible` writes them.',
  second_factor:
    'Codes of an authenticator app. Its secret is made of the id and the secret of the server, and stored nowhere.',
  uploader_storage: 'As gallery_storage.',
  web_push_device: 'A browser that is told of new photos, until its session ends; no backup has it.',
  web_push_evening: 'What the phones of an account were told of on one evening; no backup has it.',
};

export const columnNotes: Record<string, string> = {
  'api_key.gallery_id': 'The one gallery that it uploads to; null: all to which its owner may upload.',
  'api_key.second_factor_at_provider': 'As in the session in which it was made.',
  'app_user.search_text': 'Username, email and name in lower case, which searches look through.',
  'club.allows_family_links': 'Whether families may share the photos of their own by link.',
  'club.left_kept_months': 'Data of people who left is deleted after so many months; null: never.',
  'club.quota_notice': 'The percentage of the quota about which people were notified last.',
  'club.refused_outside': 'What strangers see of photos with people who refused to be shown outside.',
  'club.refused_outside_since': 'When that was chosen; null: never, it is the standard.',
  'club.search_text': 'Name and sport in lower case, which searches look through.',
  'club.storage_quota': 'The most bytes that the originals of its events may take; null: no limit.',
  'club.takes_claims': 'Whether members may say which of its people they are or answer for.',
  'club_person.search_text': 'First and last name in lower case, which searches look through.',
  'deleted_photo.person_ids': 'The people of the gallery that its faces belong to, or were said not to.',
  'deleted_photo.snapshot':
    'The rows that were deleted with it, by table, without embeddings. Null: it cannot be restored, its files are about to go.',
  'deleted_photo.version_of': 'The photo that replaced it; null: it was deleted.',
  'delivered_file.api_key_id': 'Null: it came by the hot folder.',
  'camera_clock.late_by_s': 'Below zero: the clock is ahead.',
  'delivered_file.bytes': 'As sent; lists show it.',
  'delivered_file.failed_at': 'The last time that sending it failed or was refused.',
  'delivered_file.made_photo': 'Whether it made the photo, which was not in the gallery before.',
  'delivered_file.photo_id': 'Of a photo that may be deleted by now.',
  'download_selection.gallery_id': 'Null: of all galleries, chosen by a link to one person.',
  'event.search_text': 'Name, description and location in lower case, which searches look through.',
  'external_identity.claimed_club_ids': 'Of which it has once made the account a member.',
  'face.awaits_grouping_since': 'When the face was analysed, until it is grouped; null afterwards.',
  'face_setting.match_threshold_for':
    'Recogniser and metric that the threshold was set for, see thresholdKey.',
  'factor_removal.stopped_at': 'Null: it takes place a day after it was asked for.',
  'gallery.people_settled_at': 'When its people were last grouped with no upload going on.',
  'guest_photo.damage': 'As in photo.',
  'instance_setting.second_factor_required_at':
    'Since when administrators need a second factor; null: recommended.',
  'instance_setting.imprint_url':
    'Where the club’s imprint is, and its data protection statement; null: no link.',
  'instance_setting.bin_days': 'Deleted photos can be restored for so many days; 0: not at all.',
  'link_question.answer':
    'open: what was said about the parts of the person differs, the family is asked again.',
  'person.checked_as': 'What an editor said before photos were shown outside the club; null: nothing.',
  'photo.camera': 'Its model and the end of its serial number; empty where the file says neither.',
  'photo.clock_shift_s':
    'Seconds that its times are later than the file says; a trigger writes it. See decision 0086.',
  'photo.awaits_comparison':
    'Added while people outside the club see the gallery, and not compared yet with people who refused.',
  'app_user.credit_line': 'By which the account is credited in the photos it uploads; null: not.',
  'guest_photo.taken_at_local': 'As in photo.',
  'photo.awaits_grouping': 'Replaced, and not shown outside until its faces are grouped.',
  'photo.last_version': 'The highest number that was taken for its files; see photo-versions.repository.ts.',
  'photo.credit': 'What the file says of its author.',
  'photo.credit_line': 'That of the account, copied when it uploaded.',
  'photo.metadata_revision': 'By which reading of files time and author were read; see photo-metadata.ts.',
  'photo.taken_at_local':
    'On the clock of the place, `YYYY-MM-DDTHH:MM:SS.sss`; of a day without a time the day alone.',
  'photo.taken_at_offset':
    'Minutes ahead of UTC; null: the file does not say, the zone of the server was taken.',
  'photo.damage': 'What its decoder had to make up; null: nothing.',
  'photo.is_kept_inside': 'Left out by hand of what people outside the club see.',
  'photo.is_shown_by_hand':
    'Shown outside though its file may be hidden elsewhere: somebody who shares the gallery said so.',
  'photo.name_key': '`filename` for comparison: numbers in it by their value.',
  'photo.sent_sha256':
    'Of the bytes that a guest sent, before their metadata were removed. Null: they are kept as they were sent.',
  'photo.sha256': 'Of the bytes that are kept.',
  'photo.sort_at':
    'The order in a gallery: `taken_at`, or infinity (a number in JavaScript) for photos without a time, which come last.',
  'recovery_code.hint': 'The first four characters: which code it is.',
  'recovery_code.proof_hash': 'Of the other twelve, like a password.',
  'resumable_upload.active_at': 'When bytes came last. Room is kept for the others for a while from then on.',
  'resumable_upload.photo_id': 'What it became: a photo, or one that waits for an editor.',
  'resumable_upload.received':
    'How many of `bytes` are on the disk; fewer than that while a request brings some.',
  'resumable_upload.uploaded_by': 'The account that sends it. Null: a guest does, by a link.',
  'second_factor.confirmed_at': 'Null: being set up, asks for nothing.',
  'second_factor.last_step': 'The last step of 30 seconds whose code was accepted; each is accepted once.',
  'session.provider_refresh_token': 'Encrypted; null: the provider gave none.',
  'session.provider_silent_since': 'Since when it has not said whether the session goes on.',
  'share_link.common_token':
    'Of links that show galleries of one event together: it opens all of them, each as its own row says.',
  'share_link.counts_as_checked':
    'Active before the check of people was introduced, and not switched off since.',
  'share_link.expiry_notice': 'How many days before its end the creator was notified last.',
  'share_link.gallery_id': 'Null: a link to one person of a club, in all galleries.',
};
