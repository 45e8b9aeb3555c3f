/** Every table. Made by `npm run docs` from the migrated database and scripts/docs/column-types.ts; a test compares them. */
import type { ColumnType, GeneratedAlways } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type Json<T> = ColumnType<T, string, string>;
/** The database has a default. */
type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>;

export interface DB {
  absent_refuser: {
    gallery_id: string;
    club_person_id: string;
  };
  accepted_guest_photo: {
    id: string;
    photo_id: string;
    share_link_id: string;
    guest_hash: string;
    filename: string;
    sent_at: Timestamp;
  };
  /** A model with a licence for some uses only, which an administrator has accepted. */
  accepted_model: {
    model: string;
    accepted_by: string | null;
    accepted_at: Generated<Timestamp>;
  };
  answered_challenge: {
    id: string;
    expires_at: Timestamp;
  };
  api_key: {
    id: string;
    user_id: string;
    name: string;
    scope: import('#server/contract/key-scopes.ts').KeyScope;
    /** The one gallery that it uploads to; null: all to which its owner may upload. */
    gallery_id: string | null;
    token_hash: Buffer;
    /** As in the session in which it was made. */
    second_factor_at_provider: boolean;
    last_day: string;
    created_at: Timestamp;
    last_used_at: Timestamp | null;
  };
  app_user: {
    id: string;
    username: string;
    username_key: string;
    email: string;
    email_key: string;
    first_name: Generated<string>;
    last_name: Generated<string>;
    bio: Generated<string>;
    /** Username, email and name in lower case, which searches look through. */
    search_text: GeneratedAlways<string>;
    password_hash: string | null;
    is_active: Generated<boolean>;
    must_change_password: Generated<boolean>;
    created_at: Generated<Timestamp>;
    updated_at: Generated<Timestamp>;
    last_login: Timestamp | null;
    language: 'en' | 'de' | null;
    email_verified_at: Timestamp | null;
    email_bounced_at: Timestamp | null;
    pending_email: string | null;
    known_devices: Generated<string[]>;
    passkey_handle: Buffer | null;
    /** By which the account is credited in the photos it uploads; null: not. */
    credit_line: string | null;
  };
  asked_analysis: {
    id: string;
    picture: Buffer;
    request: Json<Record<string, unknown>>;
    asked_at: Generated<Timestamp>;
    taken_at: Timestamp | null;
    answer: Json<Record<string, unknown>> | null;
    error: string | null;
  };
  asked_club: {
    id: string;
    club_id: string;
    event_id: string | null;
    gallery_id: string | null;
    asked_by: string | null;
    asked_at: Timestamp;
  };
  /** A face of which somebody who shares the gallery does not know whose it is; see waiting-photos.sql.ts. */
  asked_face: {
    face_id: string;
    asked_by: string | null;
    asked_at: Timestamp;
  };
  asked_gallery: {
    share_link_id: string;
    gallery_id: string;
    asked_by: string;
    asked_at: Timestamp;
  };
  assignment: {
    face_id: string;
    person_id: string;
    source: 'auto' | 'manual';
    created_at: Generated<Timestamp>;
  };
  audit_entry: {
    id: string;
    actor_id: string | null;
    actor_name: string;
    action: string;
    target_kind: string;
    target_id: string | null;
    target_name: Generated<string>;
    params: Generated<Json<Record<string, unknown>>>;
    created_at: Generated<Timestamp>;
  };
  backup_run: {
    id: string;
    folder: string;
    started_at: Generated<Timestamp>;
    lease_until: Timestamp;
    finished_at: Timestamp | null;
    photos: number | null;
    bytes: number | null;
    faulty_originals: number | null;
    error: string | null;
    proven_at: Timestamp | null;
    proof_error: string | null;
  };
  blocked_picture: {
    scope_id: GeneratedAlways<string>;
    kind: 'hidden' | 'left_out' | 'declined';
    file_mac: Buffer;
    pixel_mac: Buffer | null;
    club_id: string | null;
    event_id: string | null;
    met_at: Timestamp;
  };
  calendar_feed: {
    id: string;
    user_id: string;
    token_hash: Buffer;
    created_at: Timestamp;
  };
  /** Which clocks of cameras editors corrected in a gallery, or left; see decision 0086. */
  camera_clock: {
    gallery_id: string;
    camera: string;
    /** Below zero: the clock is ahead. */
    late_by_s: number;
    is_applied: boolean;
    answered_by: string | null;
    answered_at: Timestamp;
  };
  club: {
    id: string;
    name: string;
    slug: string;
    sport_type: string;
    description: Generated<string>;
    /** Name and sport in lower case, which searches look through. */
    search_text: GeneratedAlways<string>;
    created_by: string | null;
    created_at: Generated<Timestamp>;
    updated_at: Generated<Timestamp>;
    /** What strangers see of photos with people who refused to be shown outside. */
    refused_outside: Generated<'leave_out' | 'blur'>;
    /** Whether families may share the photos of their own by link. */
    allows_family_links: Generated<boolean>;
    /** When that was chosen; null: never, it is the standard. */
    refused_outside_since: Timestamp | null;
    /** The most bytes that the originals of its events may take; null: no limit. */
    storage_quota: number | null;
    /** The percentage of the quota about which people were notified last. */
    quota_notice: Generated<number>;
    /** Data of people who left is deleted after so many months; null: never. */
    left_kept_months: number | null;
    left_kept_since: string | null;
    /** Whether members may say which of its people they are or answer for. */
    takes_claims: Generated<boolean>;
    list_kept_since: Timestamp | null;
    typed_names_readable_until: Timestamp | null;
    contact: Generated<string>;
  };
  club_membership: {
    club_id: string;
    user_id: string;
    status: 'pending' | 'approved';
    requested_at: Generated<Timestamp>;
    approved_at: Timestamp | null;
    approved_by: string | null;
  };
  club_person: {
    id: string;
    club_id: string;
    first_name: Generated<string>;
    last_name: Generated<string>;
    born_on: string | null;
    user_id: string | null;
    /** First and last name in lower case, which searches look through. */
    search_text: GeneratedAlways<string>;
    created_by: string | null;
    created_at: Generated<Timestamp>;
    updated_at: Generated<Timestamp>;
    import_id: string | null;
    told_apart_by: Generated<string>;
    named_at: Generated<Timestamp>;
    name_key: GeneratedAlways<string>;
    name_parts: GeneratedAlways<string[]>;
  };
  /** That a person left the club. */
  club_person_departure: {
    club_person_id: string;
    left_on: string;
    noted_by: 'account' | 'club';
    noted_on: string;
    kept_until: string | null;
    expiry_notice: number | null;
    expiry_notice_on: string | null;
  };
  club_person_link: {
    person_id: string;
    club_id: string;
    club_person_id: string;
    created_at: Generated<Timestamp>;
  };
  consent: {
    id: string;
    club_person_id: string;
    purpose: 'find' | 'name' | 'outside' | 'guard';
    answer: 'yes' | 'no' | 'withdrawn';
    said_by: string | null;
    said_as: 'self' | 'guardian' | 'paper';
    consent_text_id: string | null;
    text_version: string;
    language: 'en' | 'de';
    note: Generated<string>;
    said_at: Timestamp;
    valid_until: string | null;
  };
  consent_text: {
    id: string;
    club_id: string;
    purpose: 'find' | 'name' | 'outside' | 'guard';
    language: 'en' | 'de';
    version: number;
    body: string;
    created_by: string | null;
    created_at: Timestamp;
  };
  /** Locks of WebDAV clients, each among the files of its key. */
  dav_lock: {
    token: string;
    api_key_id: string;
    path: string[];
    is_deep: boolean;
    is_shared: boolean;
    owner: string;
    ends_at: Timestamp;
  };
  declined_link: {
    person_id: string;
    club_person_id: string;
    declined_by: string | null;
    declined_at: Timestamp;
  };
  /** A deleted photo that can be restored for some days, or what a photo was before it was replaced; its files are still there. */
  deleted_photo: {
    id: string;
    gallery_id: string;
    uploaded_by: string | null;
    bytes: number;
    sha256: Buffer;
    original_key: string;
    rendition_version: number;
    deleted_by: string | null;
    deleted_at: Timestamp;
    /** The people of the gallery that its faces belong to, or were said not to. */
    person_ids: string[];
    /** The rows that were deleted with it, by table, without embeddings. Null: it cannot be restored, its files are about to go. */
    snapshot: Json<Record<string, Record<string, unknown>[]>> | null;
    /** The photo that replaced it; null: it was deleted. */
    version_of: string | null;
  };
  /** What a key or the hot folder delivered, by gallery and name; see decision 0078. */
  delivered_file: {
    id: string;
    user_id: string;
    /** Null: it came by the hot folder. */
    api_key_id: string | null;
    gallery_id: string;
    name: string;
    state: 'taken' | 'refused' | 'placeholder' | 'failed' | 'withdrawn';
    /** As sent; lists show it. */
    bytes: number;
    sha256: Buffer | null;
    /** Of a photo that may be deleted by now. */
    photo_id: string | null;
    /** Whether it made the photo, which was not in the gallery before. */
    made_photo: Generated<boolean>;
    refusal: string | null;
    sent_at: Timestamp;
    /** The last time that sending it failed or was refused. */
    failed_at: Timestamp | null;
  };
  download_selection: {
    id: string;
    /** Null: of all galleries, chosen by a link to one person. */
    gallery_id: string | null;
    photo_ids: string[];
    created_at: Generated<Timestamp>;
  };
  ended_belonging: {
    club_id: string;
    user_id: string;
    since: Generated<Timestamp>;
  };
  ended_in_gallery: {
    gallery_id: string;
    user_id: string;
    since: Generated<Timestamp>;
  };
  erased_name: {
    club_id: string;
    name_mac: Buffer;
    words: number;
  };
  erasure: {
    id: string;
    kind: 'person' | 'find' | 'reference' | 'guard' | 'guard_reference';
    subject_id: string;
    club_id: string | null;
    hides_photos: Generated<boolean>;
    erased_by: string | null;
    erased_at: Generated<Timestamp>;
    counts: Generated<Json<Record<string, number>>>;
    files_cleaned_at: Timestamp | null;
  };
  erasure_request: {
    club_person_id: string;
    asked_by: string | null;
    asked_at: Timestamp;
    hides_photos: Generated<boolean>;
  };
  event: {
    id: string;
    name: string;
    slug: string;
    description: Generated<string>;
    event_date: string;
    location: string | null;
    /** Name, description and location in lower case, which searches look through. */
    search_text: GeneratedAlways<string>;
    created_by: string | null;
    created_at: Generated<Timestamp>;
    updated_at: Generated<Timestamp>;
  };
  event_club: {
    event_id: string;
    club_id: string;
  };
  /** Whom an OpenID provider calls so; see decision 0047. */
  external_identity: {
    id: string;
    user_id: string;
    issuer: string;
    subject: string;
    created_at: Timestamp;
    last_used_at: Timestamp | null;
    /** Of which it has once made the account a member. */
    claimed_club_ids: Generated<string[]>;
  };
  face: {
    id: string;
    photo_id: string;
    gallery_id: string;
    x: number;
    y: number;
    w: number;
    h: number;
    landmarks: number[];
    score: number;
    size_px: number;
    blur: number;
    yaw: number;
    grade: 'core' | 'weak' | 'ignore';
    embedding: string | null;
    recogniser: string;
    pipeline_version: string;
    is_current: Generated<boolean>;
    created_at: Generated<Timestamp>;
    /** When the face was analysed, until it is grouped; null afterwards. */
    awaits_grouping_since: Generated<Timestamp> | null;
  };
  /** Which faces have changed, by transaction; triggers write it, and no backup has it: decision 0090. */
  face_change: {
    gallery_id: string | null;
    face_id: string | null;
    changed_in: Generated<string>;
  };
  face_setting: {
    id: Generated<boolean>;
    recognition_model: string | null;
    detector_backend: string | null;
    distance_metric: string | null;
    match_threshold: number | null;
    min_confidence: number;
    min_size_ratio: number;
    updated_at: Generated<Timestamp>;
    /** Recogniser and metric that the threshold was set for, see thresholdKey. */
    match_threshold_for: string | null;
  };
  /** Passkeys and codes of an account that an administrator wants removed; see decision 0049. */
  factor_removal: {
    user_id: string;
    id: string;
    stop_token_hash: Buffer;
    asked_by: string;
    asked_at: Timestamp;
    /** Null: it takes place a day after it was asked for. */
    stopped_at: Timestamp | null;
  };
  found_photos_seen: {
    user_id: string;
    club_person_id: string;
    seen_until: Timestamp;
  };
  gallery: {
    id: string;
    name: string;
    event_id: string;
    photographer_id: string | null;
    visibility: 'private' | 'club_restricted' | 'public';
    cover_photo_id: string | null;
    clustering_stamp: string | null;
    created_by: string | null;
    created_at: Generated<Timestamp>;
    updated_at: Generated<Timestamp>;
    announced_at: Timestamp | null;
    kept_until: string | null;
    expiry_notice: number | null;
    expiry_notice_on: string | null;
    /** When its people were last grouped with no upload going on. */
    people_settled_at: Generated<Timestamp>;
    shows_captions: Generated<boolean>;
  };
  gallery_club: {
    gallery_id: string;
    club_id: string;
  };
  /** Sums over the photos, deleted ones that wait included, written by triggers alone. */
  gallery_storage: {
    gallery_id: string;
    photos: number;
    bytes: number;
  };
  gallery_takeover: {
    gallery_id: string;
    taken_by: string | null;
    taken_at: Timestamp;
    former_creator: string | null;
    objected_at: Timestamp | null;
  };
  gallery_user: {
    gallery_id: string;
    user_id: string;
  };
  guard_reference: {
    id: string;
    club_person_id: string;
    recogniser: string;
    pipeline_version: string;
    embedding: string;
    crop: Buffer;
    expires_on: string;
    created_by: string | null;
    created_at: Timestamp;
  };
  guardian_claim: {
    id: string;
    club_id: string;
    user_id: string;
    relation: 'child' | 'self';
    name: string;
    claimed_at: Timestamp;
    born_on: string | null;
    club_person_id: string | null;
  };
  /** Answers that take effect when the club confirms the claim. */
  guardian_claim_answer: {
    claim_id: string;
    purpose: 'find' | 'name' | 'outside';
    answer: 'yes' | 'no';
    text_version: string;
    language: 'en' | 'de';
    said_at: Timestamp;
  };
  guardianship: {
    id: string;
    club_person_id: string;
    user_id: string;
    state: 'asked' | 'confirmed' | 'ended';
    asked_at: Timestamp;
    decided_by: string | null;
    decided_at: Timestamp | null;
    ended_at: Timestamp | null;
    by_invitation: Generated<boolean>;
  };
  guest_photo: {
    id: string;
    gallery_id: string;
    share_link_id: string | null;
    guest_hash: string;
    guest_name: Generated<string>;
    filename: string;
    sent_sha256: Buffer;
    sha256: Buffer;
    mime: string;
    bytes: number;
    width: number;
    height: number;
    taken_at: Timestamp | null;
    thumbhash: string;
    original_key: string;
    sent_at: Timestamp;
    /** As in photo. */
    damage: 'incomplete' | 'damaged' | null;
    pixel_sha256: Buffer | null;
    /** As in photo. */
    taken_at_local: string | null;
    taken_at_offset: number | null;
    taken_at_zone: string | null;
    metadata_revision: Generated<number>;
  };
  instance_setting: {
    id: Generated<boolean>;
    registration: 'open' | 'invitation' | 'closed';
    allow_past_events: boolean;
    updated_at: Generated<Timestamp>;
    name: string | null;
    link_months: number | null;
    /** Deleted photos can be restored for so many days; 0: not at all. */
    bin_days: number;
    /** Since when administrators need a second factor; null: recommended. */
    second_factor_required_at: Timestamp | null;
    /** Where the club’s imprint is, and its data protection statement; null: no link. */
    imprint_url: string | null;
    privacy_url: string | null;
    web_push: Generated<boolean>;
  };
  invitation: {
    id: string;
    club_id: string;
    role: 'member' | 'photographer';
    email: string | null;
    first_name: Generated<string>;
    last_name: Generated<string>;
    max_uses: number | null;
    expires_at: Timestamp;
    revoked_at: Timestamp | null;
    created_by: string | null;
    created_at: Generated<Timestamp>;
    token_version: Generated<number>;
    token_hash: Buffer;
    mailed_token_hash: Buffer | null;
    import_id: string | null;
    guardian_of: string | null;
    confirms_guardian: Generated<boolean>;
  };
  invitation_acceptance: {
    invitation_id: string;
    user_id: string;
    accepted_at: Generated<Timestamp>;
  };
  invitation_replaced_token: {
    token_hash: Buffer;
    invitation_id: string;
  };
  job: {
    id: string;
    name: string;
    key: string | null;
    payload: Json<Record<string, unknown>>;
    state: Generated<'waiting' | 'running'>;
    run_at: Timestamp;
    attempts: Generated<number>;
    lease_owner: string | null;
    lease_until: Timestamp | null;
    created_at: Generated<Timestamp>;
  };
  kept_apart: {
    first_id: string;
    second_id: string;
    created_at: Generated<Timestamp>;
  };
  lease: {
    name: string;
    owner: string;
    expires_at: Timestamp;
  };
  /** Faces of added photos that may be somebody who refused, by pictures given for that; see waiting-photos.sql.ts. */
  likely_refusal: {
    face_id: string;
    club_person_id: string;
    since: Timestamp;
  };
  link_question: {
    person_id: string;
    club_person_id: string;
    /** open: what was said about the parts of the person differs, the family is asked again. */
    answer: 'yes' | 'no' | 'open';
    answered_by: string | null;
    answered_at: Timestamp;
  };
  /** Answers as they were before a decision about the person, by which it is undone. */
  link_question_before: {
    decision_id: string;
    person_id: string;
    club_person_id: string;
    answer: 'yes' | 'no' | 'open';
    answered_by: string | null;
    answered_at: Timestamp;
  };
  mail_outbox: {
    id: string;
    dedupe_key: string;
    kind: string;
    user_id: string | null;
    recipient: string | null;
    language: 'en' | 'de' | null;
    params: Generated<Json<Record<string, string>>>;
    state: Generated<'waiting' | 'sending' | 'sent' | 'failed'>;
    attempts: Generated<number>;
    error_code: string | null;
    error_text: string | null;
    created_at: Generated<Timestamp>;
    updated_at: Generated<Timestamp>;
  };
  member_import: {
    id: string;
    club_id: string;
    created_by: string | null;
    created_at: Generated<Timestamp>;
    file_name: string;
    line_count: number;
    invitation_count: number;
    mail_count: number;
    undone_at: Timestamp | null;
  };
  name_of_nobody: {
    person_id: string;
    club_id: string;
    said_by: string | null;
    said_at: Generated<Timestamp>;
    before_upgrade: Generated<boolean>;
  };
  notification: {
    id: string;
    user_id: string;
    kind: string;
    params: Generated<Json<Record<string, string | number>>>;
    href: string | null;
    created_at: Generated<Timestamp>;
    read_at: Timestamp | null;
    mail_id: string | null;
    settled_at: Timestamp | null;
  };
  notification_preference: {
    user_id: string;
    kind: string;
    delivery: 'off' | 'app' | 'digest' | 'at_once';
  };
  one_time_token: {
    token_hash: Buffer;
    purpose: 'reset_password' | 'verify_email' | 'change_email';
    user_id: string;
    created_by: string | null;
    created_at: Generated<Timestamp>;
    expires_at: Timestamp;
    used_at: Timestamp | null;
    revoked_at: Timestamp | null;
    email: string | null;
  };
  passkey: {
    id: string;
    user_id: string;
    credential_id: string;
    rp_id: string;
    public_key: Buffer;
    counter: number;
    transports: string[];
    name: string;
    is_backed_up: boolean;
    created_at: Timestamp;
    last_used_at: Timestamp | null;
  };
  people_decision: {
    id: string;
    gallery_id: string;
    kind: string;
    person_id: string | null;
    params: Generated<Json<Record<string, unknown>>>;
    before: Json<Record<string, unknown>>;
    made_by: string | null;
    created_at: Generated<Timestamp>;
    undone_at: Timestamp | null;
  };
  person: {
    id: string;
    gallery_id: string;
    number: number;
    name: Generated<string>;
    is_hidden: Generated<boolean>;
    representative_face_id: string | null;
    representative_chosen: Generated<boolean>;
    created_at: Generated<Timestamp>;
    /** What an editor said before photos were shown outside the club; null: nothing. */
    checked_as: 'nobody_known' | 'unanswered' | null;
  };
  /** By which people are looked for; see mean-embeddings.ts. */
  person_mean: {
    person_id: string;
    recogniser: string;
    embedding: string;
    gallery_id: string | null;
  };
  /** People whose mean is out of date; triggers insert them. */
  person_mean_stale: {
    person_id: string;
    gallery_id: string | null;
  };
  person_suggestion: {
    gallery_id: string;
    first_id: string;
    second_id: string;
    distance: number;
    rank: Generated<number>;
  };
  photo: {
    id: string;
    gallery_id: string;
    uploaded_by: string | null;
    filename: string;
    relative_path: string | null;
    /** Of the bytes that are kept. */
    sha256: Buffer;
    mime: string;
    bytes: number;
    width: number;
    height: number;
    taken_at: Timestamp | null;
    thumbhash: string | null;
    original_key: string;
    rendition_version: Generated<number>;
    created_at: Generated<Timestamp>;
    /** The order in a gallery: `taken_at`, or infinity (a number in JavaScript) for photos without a time, which come last. */
    sort_at: GeneratedAlways<Date | number>;
    /** Of the bytes that a guest sent, before their metadata were removed. Null: they are kept as they were sent. */
    sent_sha256: Buffer | null;
    /** `filename` for comparison: numbers in it by their value. */
    name_key: GeneratedAlways<string>;
    /** What its decoder had to make up; null: nothing. */
    damage: 'incomplete' | 'damaged' | null;
    /** Left out by hand of what people outside the club see. */
    is_kept_inside: Generated<boolean>;
    /** Added while people outside the club see the gallery, and not compared yet with people who refused. */
    awaits_comparison: Generated<boolean>;
    /** Shown outside though its file may be hidden elsewhere: somebody who shares the gallery said so. */
    is_shown_by_hand: Generated<boolean>;
    pixel_sha256: Buffer | null;
    awaits_answer: Generated<boolean>;
    /** On the clock of the place, `YYYY-MM-DDTHH:MM:SS.sss`; of a day without a time the day alone. */
    taken_at_local: string | null;
    /** Minutes ahead of UTC; null: the file does not say, the zone of the server was taken. */
    taken_at_offset: number | null;
    taken_at_zone: string | null;
    /** What the file says of its author. */
    credit: Json<import('#ml/index.ts').Credit> | null;
    /** That of the account, copied when it uploaded. */
    credit_line: string | null;
    /** By which reading of files time and author were read; see photo-metadata.ts. */
    metadata_revision: Generated<number>;
    /** Replaced, and not shown outside until its faces are grouped. */
    awaits_grouping: Generated<boolean>;
    /** The highest number that was taken for its files; see photo-versions.repository.ts. */
    last_version: Generated<number>;
    replaced_at: Timestamp | null;
    /** Its model and the end of its serial number; empty where the file says neither. */
    camera: Generated<string>;
    /** Seconds that its times are later than the file says; a trigger writes it. See decision 0086. */
    clock_shift_s: Generated<number>;
  };
  photo_analysis: {
    photo_id: string;
    gallery_id: string;
    status: 'pending' | 'queued' | 'processing' | 'completed' | 'failed' | 'no_faces';
    attempts: Generated<number>;
    faces_detected: number | null;
    error_code: string | null;
    error_reason: string | null;
    pipeline_version: string | null;
    created_at: Generated<Timestamp>;
    updated_at: Generated<Timestamp>;
    started_at: Timestamp | null;
    completed_at: Timestamp | null;
  };
  photo_words: {
    photo_id: string;
    gallery_id: string;
    caption: string;
    headline: string;
    keywords: Json<Record<string, unknown>>;
    people: Json<Record<string, unknown>>;
    regions: Json<Record<string, unknown>>;
    applied_width: number | null;
    applied_height: number | null;
    rating: number | null;
    label: Generated<string>;
  };
  /** Counted attempts, where several processes count together; `rate-limiter-flexible` writes them. */
  rate_limit: {
    key: string;
    points: number;
    expire: number | null;
  };
  recovery_code: {
    user_id: string;
    /** The first four characters: which code it is. */
    hint: string;
    /** Of the other twelve, like a password. */
    proof_hash: string;
    used_at: Timestamp | null;
  };
  reference: {
    id: string;
    club_person_id: string;
    recogniser: string;
    pipeline_version: string;
    embedding: string;
    crop: Buffer;
    expires_on: string;
    created_by: string | null;
    created_at: Timestamp;
  };
  refresh_token: {
    token_hash: Buffer;
    session_id: string;
    created_at: Generated<Timestamp>;
    spent_at: Timestamp | null;
  };
  rejection: {
    face_id: string;
    person_id: string;
    created_at: Generated<Timestamp>;
  };
  removed_paper: {
    id: string;
    club_person_id: string;
    purpose: string;
    answer: string;
    said_by: string | null;
    said_at: Timestamp;
    consent_text_id: string | null;
    text_version: string;
    language: string;
    note: string;
    valid_until: string | null;
    removed_by: string | null;
    removed_at: Timestamp;
  };
  removed_refuser: {
    gallery_id: string;
    who: GeneratedAlways<string>;
    club_person_id: string | null;
    removed_at: Timestamp;
  };
  resumable_upload: {
    id: string;
    gallery_id: string;
    /** The account that sends it. Null: a guest does, by a link. */
    uploaded_by: string | null;
    filename: string;
    relative_path: string | null;
    bytes: number;
    created_at: Timestamp;
    /** What it became: a photo, or one that waits for an editor. */
    photo_id: string | null;
    share_link_id: string | null;
    guest_hash: string | null;
    guest_name: Generated<string>;
    /** How many of `bytes` are on the disk; fewer than that while a request brings some. */
    received: Generated<number>;
    /** When bytes came last. Room is kept for the others for a while from then on. */
    active_at: Generated<Timestamp>;
  };
  role_assignment: {
    id: string;
    user_id: string;
    role_name: 'photographer' | 'club_admin' | 'admin' | 'superuser';
    club_id: string | null;
    created_at: Generated<Timestamp>;
    created_by: string | null;
  };
  /** Codes of an authenticator app. Its secret is made of the id and the secret of the server, and stored nowhere. */
  second_factor: {
    user_id: string;
    id: string;
    secret_hash: Buffer;
    created_at: Timestamp;
    /** Null: being set up, asks for nothing. */
    confirmed_at: Timestamp | null;
    /** The last step of 30 seconds whose code was accepted; each is accepted once. */
    last_step: number | null;
  };
  server_process: {
    id: string;
    role: 'all' | 'web' | 'worker';
    shares: string;
    started_at: Timestamp;
    seen_at: Generated<Timestamp>;
    ended_at: Timestamp | null;
    engine: Json<Record<string, unknown>> | null;
  };
  session: {
    id: string;
    user_id: string;
    created_at: Generated<Timestamp>;
    last_used_at: Generated<Timestamp>;
    expires_at: Timestamp;
    revoked_at: Timestamp | null;
    browser: string | null;
    system: string | null;
    authenticated_at: Timestamp | null;
    external_identity_id: string | null;
    provider_sid: string | null;
    provider_id_token: string | null;
    ends_at: Timestamp | null;
    second_factor_at_provider: Generated<boolean>;
    /** Encrypted; null: the provider gave none. */
    provider_refresh_token: string | null;
    provider_asked_at: Timestamp | null;
    /** Since when it has not said whether the session goes on. */
    provider_silent_since: Timestamp | null;
  };
  share_link: {
    id: string;
    /** Null: a link to one person of a club, in all galleries. */
    gallery_id: string | null;
    token: string;
    name: Generated<string>;
    password_hash: string | null;
    expires_at: Timestamp | null;
    is_active: Generated<boolean>;
    allow_download: Generated<boolean>;
    view_count: Generated<number>;
    download_count: Generated<number>;
    created_by: string | null;
    created_at: Generated<Timestamp>;
    updated_at: Generated<Timestamp>;
    scope: Generated<'gallery' | 'people' | 'photos' | 'club_person' | 'collect'>;
    show_people: Generated<boolean>;
    club_person_id: string | null;
    /** How many days before its end the creator was notified last. */
    expiry_notice: number | null;
    /** Active before the check of people was introduced, and not switched off since. */
    counts_as_checked: Generated<boolean>;
    /** Of links that show galleries of one event together: it opens all of them, each as its own row says. */
    common_token: string | null;
  };
  share_link_person: {
    share_link_id: string;
    person_id: string;
  };
  share_link_photo: {
    share_link_id: string;
    photo_id: string;
  };
  stored_gallery: {
    id: string;
    name: string;
    event_id: string;
    photographer_id: string | null;
    visibility: 'private' | 'club_restricted' | 'public';
    cover_photo_id: string | null;
    clustering_stamp: string | null;
    created_by: string | null;
    created_at: Generated<Timestamp>;
    updated_at: Generated<Timestamp>;
    announced_at: Timestamp | null;
    kept_until: string | null;
    expiry_notice: number | null;
    expiry_notice_on: string | null;
    people_settled_at: Generated<Timestamp>;
    deleted_at: Timestamp | null;
    deleted_by: string | null;
    shows_captions: Generated<boolean>;
  };
  takedown: {
    id: string;
    gallery_id: string;
    photo_id: string | null;
    face_id: string | null;
    mark_x: number | null;
    mark_y: number | null;
    asked_by: string | null;
    share_link_id: string | null;
    receipt_hash: string | null;
    reason: Generated<string>;
    contact: Generated<string>;
    asked_at: Timestamp;
    decided: 'granted' | 'declined' | null;
    decided_by: string | null;
    decided_at: Timestamp | null;
    answer: Generated<string>;
    cause: 'family' | 'person' | 'club' | 'again' | null;
    batch_id: string | null;
    hides: Generated<boolean>;
    asker_mac: Buffer | null;
  };
  /** As gallery_storage. */
  uploader_storage: {
    user_id: string;
    photos: number;
    bytes: number;
  };
  /** A browser that is told of new photos, until its session ends; no backup has it. */
  web_push_device: {
    id: string;
    user_id: string;
    session_id: string;
    endpoint_hash: Buffer;
    sealed: string;
    language: string;
    told_on: string | null;
    created_at: Timestamp;
  };
  /** What the phones of an account were told of on one evening; no backup has it. */
  web_push_evening: {
    user_id: string;
    day: string;
    state: 'waiting' | 'nothing' | 'done';
    photos_until: Timestamp | null;
    gallery_ids: Generated<string[]>;
    updated_at: Timestamp;
  };
  who_is_who: {
    person_id: string;
    club_id: string;
    club_person_id: string;
    for_family: boolean;
    for_outside: boolean;
    for_refusal: boolean;
  };
}
