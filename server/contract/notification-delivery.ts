import { isClubAdmin, isGlobalAdmin, isPhotographer, type Viewer } from './permissions.ts';

/** How a user is notified: not at all, on the page, in the daily digest too, or by a mail of its own too. */
export const deliveries = ['off', 'app', 'digest', 'at_once'] as const;
export type Delivery = (typeof deliveries)[number];

const always = () => true;
const photographs = (viewer: Viewer) => isPhotographer(viewer) || isGlobalAdmin(viewer);

/** The kinds of notifications whose delivery users choose: `standard` holds until they do, `concerns` says who is offered the kind. */
export const deliveryRules = {
  membership_approved: { standard: 'at_once', concerns: always },
  membership_rejected: { standard: 'at_once', concerns: always },
  consent_requested: { standard: 'at_once', concerns: always },
  guardianship_decided: { standard: 'at_once', concerns: always },
  gallery_created: { standard: 'digest', concerns: always },
  photos_processed: { standard: 'digest', concerns: photographs },
  link_expiring: { standard: 'app', concerns: photographs },
  gallery_ending: {
    standard: 'at_once',
    concerns: (viewer) => photographs(viewer) || isClubAdmin(viewer),
  },
  membership_requested: {
    standard: 'app',
    concerns: (viewer) => isClubAdmin(viewer) || isGlobalAdmin(viewer),
  },
  guardianship_requested: {
    standard: 'app',
    concerns: (viewer) => isClubAdmin(viewer) || isGlobalAdmin(viewer),
  },
  guardianship_declined: {
    standard: 'app',
    concerns: (viewer) => isClubAdmin(viewer) || isGlobalAdmin(viewer),
  },
  storage_filling: {
    standard: 'at_once',
    concerns: (viewer) => isClubAdmin(viewer) || isGlobalAdmin(viewer),
  },
  left_people_ending: {
    standard: 'at_once',
    concerns: (viewer) => isClubAdmin(viewer) || isGlobalAdmin(viewer),
  },
  own_data_ending: { standard: 'at_once', concerns: always },
  takedown_asked: { standard: 'at_once', concerns: photographs },
  takedown_granted: { standard: 'at_once', concerns: always },
  takedown_declined: { standard: 'at_once', concerns: always },
  guest_photos_waiting: { standard: 'app', concerns: photographs },
  jobs_failed: { standard: 'app', concerns: isGlobalAdmin },
  backup_failed: { standard: 'at_once', concerns: isGlobalAdmin },
} satisfies Record<string, { standard: Delivery; concerns: (viewer: Viewer) => boolean }>;

export type ChosenKind = keyof typeof deliveryRules;
export const chosenKinds = Object.keys(deliveryRules) as ChosenKind[];
export const isChosenKind = (kind: string): kind is ChosenKind => kind in deliveryRules;
