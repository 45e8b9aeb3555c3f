import { isClubAdmin, isGlobalAdmin, isPhotographer, type Viewer } from './permissions.ts';

/** How a user is notified: not at all, on the page, in the daily digest too, or by a mail of its own too. */
export const deliveries = ['off', 'app', 'digest', 'at_once'] as const;
export type Delivery = (typeof deliveries)[number];

interface KindRules {
  /** Delivery until the user chooses one. Kinds without are on the page only, and nobody chooses. */
  standard?: Delivery;
  /** Who is offered the choice. */
  concerns?: (viewer: Viewer) => boolean;
  /**
   * Whose reading rights a mail asks again before it is sent: those of the gallery or of the club's administrators that
   * the notification leads to, or those of administrators of the installation.
   */
  about?: 'gallery' | 'club' | 'installation';
  /**
   * It asks its readers for something that others may settle, or warns of something that may be over before it is read:
   * features/accounts/notifications/is-still-open.sql.ts says when.
   */
  settleable?: true;
}

const always = () => true;
const photographs = (viewer: Viewer) => isPhotographer(viewer) || isGlobalAdmin(viewer);
const administersClubs = (viewer: Viewer) => isClubAdmin(viewer) || isGlobalAdmin(viewer);

/** All kinds of notifications, in the order of the settings. Their texts: `notification_texts` of the client and of mails. */
const rules = {
  membership_approved: { standard: 'at_once', concerns: always },
  membership_rejected: { standard: 'at_once', concerns: always },
  membership_ended: { standard: 'at_once', concerns: always },
  consent_requested: { standard: 'at_once', concerns: always, settleable: true },
  guardianship_decided: { standard: 'at_once', concerns: always },
  gallery_created: { standard: 'digest', concerns: always, about: 'gallery' },
  photos_processed: { standard: 'digest', concerns: photographs, about: 'gallery' },
  link_expiring: { standard: 'app', concerns: photographs, about: 'gallery', settleable: true },
  gallery_asked: { standard: 'at_once', concerns: photographs, about: 'gallery', settleable: true },
  gallery_ending: {
    standard: 'at_once',
    concerns: (viewer) => photographs(viewer) || isClubAdmin(viewer),
    about: 'gallery',
    settleable: true,
  },
  membership_requested: { standard: 'app', concerns: administersClubs, about: 'club', settleable: true },
  guardianship_requested: { standard: 'app', concerns: administersClubs, about: 'club', settleable: true },
  people_asked: { standard: 'at_once', concerns: administersClubs, about: 'gallery', settleable: true },
  guardian_joined: { standard: 'digest', concerns: administersClubs, about: 'club', settleable: true },
  guardianship_declined: { standard: 'app', concerns: administersClubs, about: 'club' },
  storage_filling: { standard: 'at_once', concerns: administersClubs, about: 'club', settleable: true },
  left_people_ending: { standard: 'at_once', concerns: administersClubs, about: 'club', settleable: true },
  own_data_ending: { standard: 'at_once', concerns: always, settleable: true },
  takedown_asked: { standard: 'at_once', concerns: photographs, about: 'gallery', settleable: true },
  takedown_granted: { standard: 'at_once', concerns: always },
  takedown_declined: { standard: 'at_once', concerns: always },
  photos_waiting: { standard: 'at_once', concerns: photographs, about: 'gallery', settleable: true },
  refused_outside: { standard: 'digest', concerns: photographs, about: 'gallery', settleable: true },
  guest_photos_waiting: { standard: 'app', concerns: photographs, about: 'gallery', settleable: true },
  people_answered: { standard: 'digest', concerns: photographs, about: 'gallery', settleable: true },
  jobs_failed: { standard: 'app', concerns: isGlobalAdmin, about: 'installation', settleable: true },
  club_asked: { standard: 'app', concerns: administersClubs, about: 'club', settleable: true },
  gallery_taken_over: {
    standard: 'at_once',
    concerns: (viewer) => photographs(viewer) || isClubAdmin(viewer),
  },
  club_without_admin: { standard: 'at_once', concerns: isGlobalAdmin, about: 'club', settleable: true },
  past_events_asked: { standard: 'app', concerns: isGlobalAdmin, about: 'installation', settleable: true },
  backup_failed: { standard: 'at_once', concerns: isGlobalAdmin, about: 'installation', settleable: true },
  photo_file_cut: { standard: 'at_once', concerns: isGlobalAdmin, about: 'installation' },
  welcome: {},
  getting_started_clubs: { settleable: true },
  getting_started_galleries: {},
  getting_started_first_club: { settleable: true },
  getting_started_photographer: { settleable: true },
  consent_refused: {},
  guardian_missing: { settleable: true },
  erasure_asked: { settleable: true },
  erasure_declined: {},
  person_erased: {},
  new_device: {},
  api_key_added: {},
  passkey_added: {},
  passkey_removed: {},
  identity_connected: {},
  identity_disconnected: {},
  second_factor_added: {},
  second_factor_removed: {},
  recovery_codes_renewed: {},
  recovery_code_used: {},
  factor_removal_asked: { settleable: true },
} satisfies Record<string, KindRules>;

type Rules = typeof rules;
export type NotificationKind = keyof Rules;
type KindsWith<Property extends keyof KindRules> = {
  [K in NotificationKind]: Rules[K] extends Record<Property, unknown> ? K : never;
}[NotificationKind];
export type ChosenKind = KindsWith<'standard'>;
export type SettleableKind = KindsWith<'settleable'>;

const kindsWith = <P extends keyof KindRules>(property: P) =>
  (Object.keys(rules) as NotificationKind[]).filter((kind): kind is KindsWith<P> => property in rules[kind]);

export const notificationKinds = Object.keys(rules) as [NotificationKind, ...NotificationKind[]];
/** The kinds whose delivery users choose. */
export const chosenKinds = kindsWith('standard');
export const settleableKinds = kindsWith('settleable');
export const deliveryRules: Record<
  ChosenKind,
  KindRules & Required<Pick<KindRules, 'standard' | 'concerns'>>
> = rules;
export const isChosenKind = (kind: string): kind is ChosenKind => chosenKinds.includes(kind as ChosenKind);
