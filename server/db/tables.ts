import type {
  AppUserTable,
  OneTimeTokenTable,
  RefreshTokenTable,
  RoleAssignmentTable,
  SessionTable,
} from './tables/accounts.ts';
import type { AuditEntryTable, NotificationPreferenceTable, NotificationTable } from './tables/activity.ts';
import type { BackupRunTable } from './tables/backups.ts';
import type { CalendarFeedTable } from './tables/calendar.ts';
import type {
  ClubPersonDepartureTable,
  ClubPersonLinkTable,
  ClubPersonTable,
  ConsentTable,
  ConsentTextTable,
  DeclinedLinkTable,
  GuardianClaimTable,
  GuardianshipTable,
} from './tables/club-people.ts';
import type { ClubMembershipTable, ClubTable } from './tables/clubs.ts';
import type { ErasureRequestTable, ErasureTable } from './tables/erasures.ts';
import type { EventClubTable, EventTable } from './tables/events.ts';
import type { GalleryClubTable, GalleryTable, GalleryUserTable } from './tables/galleries.ts';
import type {
  AssignmentTable,
  KeptApartTable,
  PeopleDecisionTable,
  PersonMeanStaleTable,
  PersonMeanTable,
  PersonSuggestionTable,
  PersonTable,
  RejectionTable,
} from './tables/gallery-people.ts';
import type { AcceptedGuestPhotoTable, GuestPhotoTable } from './tables/guest-photos.ts';
import type { InstallationSettingTable } from './tables/installation-settings.ts';
import type {
  InvitationAcceptanceTable,
  InvitationReplacedTokenTable,
  InvitationTable,
  MemberImportTable,
} from './tables/invitations.ts';
import type { JobTable } from './tables/jobs.ts';
import type { MailOutboxTable } from './tables/mail.ts';
import type {
  FoundPhotosSeenTable,
  LinkQuestionBeforeTable,
  LinkQuestionTable,
  ReferenceTable,
} from './tables/my-photos.ts';
import type {
  DownloadSelectionTable,
  GalleryStorageTable,
  PhotoTable,
  ResumableUploadTable,
  UploaderStorageTable,
} from './tables/photos.ts';
import type { AskedAnalysisTable, LeaseTable, ServerProcessTable } from './tables/processes.ts';
import type { RateLimitTable } from './tables/rate-limits.ts';
import type {
  AcceptedModelTable,
  AnalysisCountTable,
  FaceJobTable,
  FaceSettingTable,
  FaceTable,
} from './tables/recognition.ts';
import type { ShareLinkPersonTable, ShareLinkPhotoTable, ShareLinkTable } from './tables/share-links.ts';
import type { TakedownTable } from './tables/takedowns.ts';

/** Every table. A test compares the columns in tables/ with the migrated database. */
export interface DB {
  app_user: AppUserTable;
  session: SessionTable;
  refresh_token: RefreshTokenTable;
  one_time_token: OneTimeTokenTable;
  role_assignment: RoleAssignmentTable;
  club: ClubTable;
  club_membership: ClubMembershipTable;
  invitation: InvitationTable;
  invitation_acceptance: InvitationAcceptanceTable;
  invitation_replaced_token: InvitationReplacedTokenTable;
  member_import: MemberImportTable;
  event: EventTable;
  event_club: EventClubTable;
  calendar_feed: CalendarFeedTable;
  gallery: GalleryTable;
  gallery_club: GalleryClubTable;
  gallery_user: GalleryUserTable;
  photo: PhotoTable;
  gallery_storage: GalleryStorageTable;
  uploader_storage: UploaderStorageTable;
  face_job: FaceJobTable;
  analysis_count: AnalysisCountTable;
  job: JobTable;
  face: FaceTable;
  person: PersonTable;
  assignment: AssignmentTable;
  rejection: RejectionTable;
  kept_apart: KeptApartTable;
  club_person: ClubPersonTable;
  club_person_departure: ClubPersonDepartureTable;
  club_person_link: ClubPersonLinkTable;
  declined_link: DeclinedLinkTable;
  guardianship: GuardianshipTable;
  guardian_claim: GuardianClaimTable;
  consent_text: ConsentTextTable;
  consent: ConsentTable;
  reference: ReferenceTable;
  link_question: LinkQuestionTable;
  link_question_before: LinkQuestionBeforeTable;
  found_photos_seen: FoundPhotosSeenTable;
  person_mean: PersonMeanTable;
  person_mean_stale: PersonMeanStaleTable;
  person_suggestion: PersonSuggestionTable;
  people_decision: PeopleDecisionTable;
  resumable_upload: ResumableUploadTable;
  download_selection: DownloadSelectionTable;
  share_link: ShareLinkTable;
  share_link_person: ShareLinkPersonTable;
  share_link_photo: ShareLinkPhotoTable;
  guest_photo: GuestPhotoTable;
  accepted_guest_photo: AcceptedGuestPhotoTable;
  takedown: TakedownTable;
  erasure: ErasureTable;
  erasure_request: ErasureRequestTable;
  notification: NotificationTable;
  notification_preference: NotificationPreferenceTable;
  mail_outbox: MailOutboxTable;
  audit_entry: AuditEntryTable;
  face_setting: FaceSettingTable;
  accepted_model: AcceptedModelTable;
  instance_setting: InstallationSettingTable;
  backup_run: BackupRunTable;
  rate_limit: RateLimitTable;
  server_process: ServerProcessTable;
  lease: LeaseTable;
  asked_analysis: AskedAnalysisTable;
}
