import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** The columns of every table, as `pg` hands them out. A test compares this file with the migrated database. */
type Timestamp = ColumnType<Date, Date | string, Date | string>;
type Stamp = ColumnType<Date, Date | string | undefined, Date | string>;
/** Our bigints stay far below 2^53; see column-types.ts. */
type Big = ColumnType<number, number, number>;
type Json<T> = ColumnType<T, string, string>;
type JsonOrEmpty<T> = ColumnType<T, string | undefined, string>;
/** A calendar date stays text (YYYY-MM-DD): it has no time zone. */
type CalendarDate = ColumnType<string, string, string>;
/** pgvector's text form, `[1,2,3]`, written and read by the `pgvector` package. */
type Vector = ColumnType<string, string, string>;

export interface AppUserTable {
  id: string;
  username: string;
  username_key: string;
  email: string;
  email_key: string;
  first_name: Generated<string>;
  last_name: Generated<string>;
  bio: Generated<string>;
  search_text: GeneratedAlways<string>;
  password_hash: string;
  is_active: Generated<boolean>;
  must_change_password: Generated<boolean>;
  created_at: Stamp;
  updated_at: Stamp;
  last_login: Timestamp | null;
}

export interface SessionTable {
  id: string;
  user_id: string;
  created_at: Stamp;
  last_used_at: Stamp;
  expires_at: Timestamp;
  revoked_at: Timestamp | null;
}

export interface RefreshTokenTable {
  token_hash: Buffer;
  session_id: string;
  created_at: Stamp;
  spent_at: Timestamp | null;
}

export interface OneTimeTokenTable {
  token_hash: Buffer;
  purpose: 'reset_password';
  user_id: string;
  created_by: string | null;
  created_at: Stamp;
  expires_at: Timestamp;
  used_at: Timestamp | null;
  revoked_at: Timestamp | null;
}

export interface RoleAssignmentTable {
  id: string;
  user_id: string;
  role_name: 'photographer' | 'club_admin' | 'admin' | 'superuser';
  club_id: string | null;
  created_at: Stamp;
  created_by: string | null;
}

export interface ClubTable {
  id: string;
  name: string;
  slug: string;
  sport_type: string;
  description: Generated<string>;
  search_text: GeneratedAlways<string>;
  created_by: string | null;
  created_at: Stamp;
  updated_at: Stamp;
}

export interface ClubMembershipTable {
  club_id: string;
  user_id: string;
  status: 'pending' | 'approved';
  requested_at: Stamp;
  approved_at: Timestamp | null;
  approved_by: string | null;
}

export interface EventTable {
  id: string;
  name: string;
  slug: string;
  description: Generated<string>;
  event_date: CalendarDate;
  location: string | null;
  search_text: GeneratedAlways<string>;
  created_by: string | null;
  created_at: Stamp;
  updated_at: Stamp;
}

export interface EventClubTable {
  event_id: string;
  club_id: string;
}

export interface GalleryTable {
  id: string;
  name: string;
  event_id: string;
  photographer_id: string | null;
  visibility: 'private' | 'club_restricted' | 'public';
  cover_photo_id: string | null;
  clustering_stamp: string | null;
  announced_at: Timestamp | null;
  created_by: string | null;
  created_at: Stamp;
  updated_at: Stamp;
}

export interface GalleryClubTable {
  gallery_id: string;
  club_id: string;
}

export interface GalleryUserTable {
  gallery_id: string;
  user_id: string;
}

export interface PhotoTable {
  id: string;
  gallery_id: string;
  uploaded_by: string | null;
  filename: string;
  relative_path: string | null;
  sha256: Buffer;
  mime: string;
  bytes: Big;
  width: number;
  height: number;
  taken_at: Timestamp | null;
  thumbhash: string | null;
  original_key: string;
  rendition_version: Generated<number>;
  created_at: Stamp;
  sort_at: GeneratedAlways<Date | number>;
}

export type FaceJobStatus = 'pending' | 'queued' | 'processing' | 'completed' | 'failed' | 'no_faces';

export interface FaceJobTable {
  photo_id: string;
  gallery_id: string;
  status: FaceJobStatus;
  attempts: Generated<number>;
  faces_detected: number | null;
  error_code: string | null;
  error_reason: string | null;
  pipeline_version: string | null;
  created_at: Stamp;
  updated_at: Stamp;
  started_at: Timestamp | null;
  completed_at: Timestamp | null;
}

export interface JobTable {
  id: string;
  name: string;
  key: string | null;
  payload: Json<Record<string, unknown>>;
  state: Generated<'waiting' | 'running'>;
  run_at: Timestamp;
  attempts: Generated<number>;
  lease_owner: string | null;
  lease_until: Timestamp | null;
  created_at: Stamp;
}

export interface FaceTable {
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
  embedding: Vector | null;
  recogniser: string;
  pipeline_version: string;
  is_current: Generated<boolean>;
  created_at: Stamp;
}

export interface PersonTable {
  id: string;
  gallery_id: string;
  number: number;
  name: Generated<string>;
  is_hidden: Generated<boolean>;
  representative_face_id: string | null;
  representative_chosen: Generated<boolean>;
  created_at: Stamp;
}

export interface AssignmentTable {
  face_id: string;
  person_id: string;
  source: 'auto' | 'manual';
  created_at: Stamp;
}

export interface RejectionTable {
  face_id: string;
  person_id: string;
  created_at: Stamp;
}

export interface KeptApartTable {
  first_id: string;
  second_id: string;
  created_at: Stamp;
}

export interface PersonSuggestionTable {
  gallery_id: string;
  first_id: string;
  second_id: string;
  distance: number;
}

export interface PeopleDecisionTable {
  id: string;
  gallery_id: string;
  kind: string;
  person_id: string | null;
  params: JsonOrEmpty<Record<string, unknown>>;
  before: Json<Record<string, unknown>>;
  made_by: string | null;
  created_at: Stamp;
  undone_at: Timestamp | null;
}

export interface DownloadSelectionTable {
  id: string;
  gallery_id: string;
  photo_ids: string[];
  created_at: Stamp;
}

export interface ShareLinkTable {
  id: string;
  gallery_id: string;
  token: string;
  name: Generated<string>;
  password_hash: string | null;
  expires_at: Timestamp | null;
  is_active: Generated<boolean>;
  allow_download: Generated<boolean>;
  view_count: Generated<number>;
  download_count: Generated<number>;
  expiry_notified_at: Timestamp | null;
  created_by: string | null;
  created_at: Stamp;
  updated_at: Stamp;
}

export interface NotificationTable {
  id: string;
  user_id: string;
  kind: string;
  params: JsonOrEmpty<Record<string, string | number>>;
  href: string | null;
  created_at: Stamp;
  read_at: Timestamp | null;
}

export interface AuditEntryTable {
  id: string;
  actor_id: string | null;
  actor_name: string;
  action: string;
  target_kind: string;
  target_id: string | null;
  target_name: Generated<string>;
  params: JsonOrEmpty<Record<string, unknown>>;
  created_at: Stamp;
}

export interface FaceSettingTable {
  id: Generated<boolean>;
  recognition_model: string | null;
  detector_backend: string | null;
  distance_metric: string | null;
  match_threshold: number | null;
  min_confidence: number;
  min_size_ratio: number;
  updated_at: Stamp;
}

export interface DB {
  app_user: AppUserTable;
  session: SessionTable;
  refresh_token: RefreshTokenTable;
  one_time_token: OneTimeTokenTable;
  role_assignment: RoleAssignmentTable;
  club: ClubTable;
  club_membership: ClubMembershipTable;
  event: EventTable;
  event_club: EventClubTable;
  gallery: GalleryTable;
  gallery_club: GalleryClubTable;
  gallery_user: GalleryUserTable;
  photo: PhotoTable;
  face_job: FaceJobTable;
  job: JobTable;
  face: FaceTable;
  person: PersonTable;
  assignment: AssignmentTable;
  rejection: RejectionTable;
  kept_apart: KeptApartTable;
  person_suggestion: PersonSuggestionTable;
  people_decision: PeopleDecisionTable;
  download_selection: DownloadSelectionTable;
  share_link: ShareLinkTable;
  notification: NotificationTable;
  audit_entry: AuditEntryTable;
  face_setting: FaceSettingTable;
}
