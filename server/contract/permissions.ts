import type { ErrorCode } from './error-codes.ts';
import type { KeyScope } from './key-scopes.ts';
import type { Role } from './roles.ts';

/**
 * Who may do what, written once: action -> rule over facts. Pure, so that the server's guards, the
 * `permissions` in answers, the client's buttons and the generated matrix all read the same table.
 *
 * The viewer's own roles come first. A role granted with a club counts in that club only; such grants reach
 * the rules as facts about the target (`isClubAdmin`, `isPhotographerHere`), never as global powers.
 *
 * What only superusers may do: server/features/accounts/users/protect-superusers.ts.
 */
export type RoleGrant = { role_name: Role; club_id: string | null };
/** A key for programs by which a request came. @property galleryId null: it names no gallery */
export type ViewerKey = { id: string; scope: KeyScope; galleryId: string | null };
export type Viewer = { id: string; grants: readonly RoleGrant[]; key?: ViewerKey };

/**
 * An account as its key acts: with what the scope allows of the account's own rights (`withinScope` below), and without an
 * administrator's unless the key names the gallery.
 */
export const byKey = <V extends Viewer>(viewer: V, key: ViewerKey): V & { key: ViewerKey } => ({
  ...viewer,
  key,
  grants: viewer.grants.filter(({ role_name }) => key.galleryId !== null || role_name === 'photographer'),
});

const holds = (viewer: Viewer, role: Role) =>
  viewer.grants.some((grant) => grant.role_name === role && grant.club_id === null);
const holdsAnywhere = (viewer: Viewer, role: Role) => viewer.grants.some((grant) => grant.role_name === role);
const holdsIn = (viewer: Viewer, role: Role, clubIds: readonly string[]) =>
  viewer.grants.some(
    (grant) => grant.role_name === role && grant.club_id !== null && clubIds.includes(grant.club_id),
  );

/** admin or superuser, granted without a club. */
export const isGlobalAdmin = (viewer: Viewer) => holds(viewer, 'admin') || holds(viewer, 'superuser');
export const isSuperuser = (viewer: Viewer) => holds(viewer, 'superuser');
/** Photographer somewhere: opens the photographer's screens; each gallery is still checked by itself. */
export const isPhotographer = (viewer: Viewer) => holdsAnywhere(viewer, 'photographer');
export const isClubAdmin = (viewer: Viewer) => holdsAnywhere(viewer, 'club_admin');
/** Photographer for a set of clubs: globally, or in one of them. */
export const isPhotographerFor = (viewer: Viewer, clubIds: readonly string[]) =>
  holds(viewer, 'photographer') || holdsIn(viewer, 'photographer', clubIds);
/** Whether somebody may put an event or a gallery before the members of a club without asking it. */
export const mayShowTo = (viewer: Viewer, clubId: string) =>
  isGlobalAdmin(viewer) || isPhotographerFor(viewer, [clubId]) || isClubAdminOf(viewer, clubId);
export const isClubAdminOf = (viewer: Viewer, clubId: string) => holdsIn(viewer, 'club_admin', [clubId]);

export type ClubFacts = {
  isClubAdmin: boolean;
  isMember: boolean;
  isPhotographerHere: boolean;
  /** Its members may say which of its people they are or answer for. */
  takesClaims: boolean;
};
export type EventFacts = {
  isCreator: boolean;
  isPhotographerHere: boolean;
  /** Administers one of the event's clubs, or the one that is asked about. */
  isClubAdminHere: boolean;
};
export type GalleryFacts = {
  visibility: 'private' | 'club_restricted' | 'public';
  /** Made it, and these rights have not ended: see docs/decisions/0058. */
  isCreator: boolean;
  /** Assigned to it, likewise. More than reading needs the role too. */
  isPhotographer: boolean;
  /** Holds the photographer role globally or in one of the gallery's clubs. */
  isPhotographerHere: boolean;
  isAddedUser: boolean;
  /** Approved member or administrator of one of the gallery's clubs (its event's clubs included). */
  isInClub: boolean;
  /** Administers one of these clubs. */
  isClubAdminHere: boolean;
  /** It is not the one that the viewer's key names. */
  isBesideKey: boolean;
};
export type UserFacts = { isSelf: boolean };
/** Guardians count while they are members of the club and the child is under 18. */
export type ClubPersonFacts = { isSelf: boolean; isGuardian: boolean };

const canSeeGallery = (viewer: Viewer, facts: GalleryFacts) =>
  isGlobalAdmin(viewer) ||
  facts.isCreator ||
  facts.isPhotographer ||
  facts.isAddedUser ||
  facts.visibility === 'public' ||
  (facts.visibility === 'club_restricted' && facts.isInClub);
/** Whether somebody reads a gallery only because it is public: without a club of it, and without being given access. */
export const isOutsider = (viewer: Viewer, facts: GalleryFacts): boolean =>
  !(isGlobalAdmin(viewer) || facts.isInClub || facts.isAddedUser || facts.isCreator || facts.isPhotographer);
const canEditGallery = (viewer: Viewer, facts: GalleryFacts) => isGlobalAdmin(viewer) || facts.isCreator;
const isWorkingPhotographer = (facts: GalleryFacts) => facts.isPhotographer && facts.isPhotographerHere;
/** What is decided in a gallery without changing whose it is: its cover, people and requests. */
const canWorkIn = (viewer: Viewer, facts: GalleryFacts) =>
  canEditGallery(viewer, facts) || isWorkingPhotographer(facts);

const decidesTakedowns = (viewer: Viewer, facts: GalleryFacts) =>
  canWorkIn(viewer, facts) || (facts.isClubAdminHere && canSeeGallery(viewer, facts));

type Rules<Facts> = Record<string, (viewer: Viewer, facts: Facts) => boolean>;

/** Rules that no key passes, whatever its account may. */
// biome-ignore lint/suspicious/noExplicitAny: rules keep the parameters that they name
const withoutKeys = <R extends Record<string, (viewer: Viewer, ...facts: any[]) => boolean>>(rules: R): R =>
  Object.fromEntries(
    Object.entries(rules).map(([action, rule]) => [
      action,
      (viewer: Viewer, ...facts: unknown[]) => viewer.key === undefined && rule(viewer, ...facts),
    ]),
  ) as R;

/** Of each scope what it allows, in galleries where the account may do what `where` names. */
const scopes = {
  read: { actions: ['read'], where: 'read' },
  upload: { actions: ['read', 'uploadPhotos'], where: 'uploadPhotos' },
  manage: { actions: ['read', 'uploadPhotos', 'edit', 'setCover', 'deletePhotos'], where: 'edit' },
} as const satisfies Record<KeyScope, { actions: readonly string[]; where: string }>;

/** Rules about galleries, for keys within their scope. */
const withinScope = <R extends Rules<GalleryFacts>>(rules: R): R => {
  const isWithin = (viewer: Viewer, facts: GalleryFacts, action: string) => {
    if (!viewer.key) return true;
    const { actions, where } = scopes[viewer.key.scope];
    const allowed: readonly string[] = actions;
    return allowed.includes(action) && !facts.isBesideKey && rules[where]?.(viewer, facts) === true;
  };
  return Object.fromEntries(
    Object.entries(rules).map(([action, rule]) => [
      action,
      (viewer: Viewer, facts: GalleryFacts) => isWithin(viewer, facts, action) && rule(viewer, facts),
    ]),
  ) as R;
};

/** Actions that need nothing but the viewer, of whom `mayDo` asks whether a key is used. */
export const viewerRules = {
  'user.administer': isGlobalAdmin,
  'user.search': (viewer) => isGlobalAdmin(viewer) || isPhotographer(viewer) || isClubAdmin(viewer),
  'club.create': isGlobalAdmin,
  'club.mine': (viewer) => isGlobalAdmin(viewer) || isClubAdmin(viewer),
  'event.create': (viewer) => isGlobalAdmin(viewer) || isClubAdmin(viewer) || isPhotographer(viewer),
  'gallery.create': (viewer) => isGlobalAdmin(viewer) || isPhotographer(viewer),
  'gallery.bulkDelete': isGlobalAdmin,
  'faces.administer': isGlobalAdmin,
  'audit.read': isGlobalAdmin,
  'settings.administer': isGlobalAdmin,
  'storage.read': isGlobalAdmin,
} satisfies Record<string, (viewer: Viewer) => boolean>;
/** By key nobody may do what concerns no gallery. */
export const mayDo = (viewer: Viewer, action: ViewerAction): boolean =>
  viewer.key === undefined && viewerRules[action](viewer);

/** Actions on one thing, by noun. */
export const targetRules = {
  user: /* @__PURE__ */ withoutKeys({
    read: (viewer, facts) => isGlobalAdmin(viewer) || facts.isSelf,
    readRoles: (viewer, facts) => isGlobalAdmin(viewer) || facts.isSelf,
    administer: isGlobalAdmin,
  } satisfies Rules<UserFacts>),
  club: /* @__PURE__ */ withoutKeys({
    read: () => true,
    edit: (viewer, facts) => isGlobalAdmin(viewer) || facts.isClubAdmin,
    rename: isGlobalAdmin,
    delete: isGlobalAdmin,
    manageMembers: (viewer, facts) => isGlobalAdmin(viewer) || facts.isClubAdmin,
    /**
     * Inviting somebody to be a photographer in this club. The role reaches no further than the club, so its
     * administrators may; giving roles to accounts directly stays with global administrators (`user.administer`).
     */
    invitePhotographers: (viewer, facts) => isGlobalAdmin(viewer) || facts.isClubAdmin,
    managePeople: (viewer, facts) => isGlobalAdmin(viewer) || facts.isClubAdmin,
    /** Sees that there are requests to take photos down, never their reasons. */
    readTakedowns: (viewer, facts) => isGlobalAdmin(viewer) || facts.isClubAdmin,
    /** Reads the names of the club's people where persons of a gallery may be edited. */
    linkPeople: (viewer, facts) =>
      isGlobalAdmin(viewer) || facts.isClubAdmin || facts.isMember || facts.isPhotographerHere,
    /** Telling the club which of its people one is, or answers for. */
    claimPeople: (_viewer, facts) => facts.isMember && facts.takesClaims,
    manageAdmins: isGlobalAdmin,
    /** Reads how much room its photos take of what they may; without a quota there is nothing to read. */
    readQuota: (viewer, facts) => isGlobalAdmin(viewer) || facts.isClubAdmin,
    setQuota: isGlobalAdmin,
  } satisfies Rules<ClubFacts>),
  /** A club reads what its people agree to; only they and their guardians answer, and no administrator for them. */
  clubPerson: /* @__PURE__ */ withoutKeys({
    answerConsent: (_viewer, facts) => facts.isSelf || facts.isGuardian,
    askErasure: (_viewer, facts) => facts.isSelf || facts.isGuardian,
    /** Sharing the photos of one's own family by link; the club has to allow it too. */
    shareByLink: (_viewer, facts) => facts.isSelf || facts.isGuardian,
  } satisfies Rules<ClubPersonFacts>),
  event: {
    .../* @__PURE__ */ withoutKeys({
      read: () => true,
      manage: (viewer, facts) => isGlobalAdmin(viewer) || facts.isCreator,
      delete: (viewer, facts) => isGlobalAdmin(viewer) || facts.isCreator,
    } satisfies Rules<EventFacts>),
    /** Keys to manage add private ones: docs/decisions/0078. */
    addGallery: (viewer: Viewer, facts: EventFacts) =>
      (viewer.key === undefined || viewer.key.scope === 'manage') &&
      (isGlobalAdmin(viewer) || facts.isPhotographerHere),
    .../* @__PURE__ */ withoutKeys({
      /** A club need not stay where somebody else has put it. */
      removeClub: (viewer, facts) => isGlobalAdmin(viewer) || facts.isCreator || facts.isClubAdminHere,
    } satisfies Rules<EventFacts>),
  },
  gallery: /* @__PURE__ */ withinScope({
    read: canSeeGallery,
    edit: canEditGallery,
    delete: canEditGallery,
    manageAccess: canEditGallery,
    createSharingLinks: canEditGallery,
    /** Creators too upload as photographers only. */
    uploadPhotos: (viewer, facts) =>
      isGlobalAdmin(viewer) || isWorkingPhotographer(facts) || (facts.isCreator && facts.isPhotographerHere),
    setCover: canWorkIn,
    deletePhotos: (viewer, facts) => isGlobalAdmin(viewer) || isWorkingPhotographer(facts),
    editPeople: canWorkIn,
    /** Says of people about whom the club is asked who they are, and of nobody else without `editPeople`. */
    answerAboutPeople: (viewer, facts) =>
      canWorkIn(viewer, facts) || (facts.isClubAdminHere && canSeeGallery(viewer, facts)),
    /** Sees photos that were taken down, and decides about the requests; administrators of its clubs where they see the gallery. */
    decideTakedowns: decidesTakedowns,
    /** Keeps photos hidden, seen or not. */
    keepHidden: (viewer, facts) => decidesTakedowns(viewer, facts) || facts.isClubAdminHere,
    /** Switches links off and deletes them, also where the gallery is not seen. */
    endLinks: (viewer, facts) => canEditGallery(viewer, facts) || facts.isClubAdminHere,
    /** Becomes the creator of a gallery that has none any more; private ones are given by global administrators. */
    takeOver: (viewer, facts) =>
      isGlobalAdmin(viewer) || (facts.isClubAdminHere && facts.visibility !== 'private'),
    /** Sees the photos that guests sent by link, and accepts or declines them. */
    decideGuestPhotos: canWorkIn,
  } satisfies Rules<GalleryFacts>),
};

export type ViewerAction = keyof typeof viewerRules;
export type ClubAction = keyof typeof targetRules.club;
export type ClubPersonAction = keyof typeof targetRules.clubPerson;
export type EventAction = keyof typeof targetRules.event;
export type GalleryAction = keyof typeof targetRules.gallery;
export type UserAction = keyof typeof targetRules.user;

declare const authorized: unique symbol;
/**
 * A target that the viewer may do something to. Guards and `requireGallery` alone make it, after they asked the table:
 * what takes it cannot be called with a target that was merely loaded.
 */
export type Authorized<Target, Action extends string> = Target & { readonly [authorized]: Action };

/** Error code of a refused action, by target. Refused reading of a gallery has a code of its own, `gallery_forbidden`. */
export const refusedActionErrors = {
  user: 'forbidden',
  club: 'club_forbidden',
  // Viewers who may not answer must not learn which people exist.
  clubPerson: 'club_person_not_found',
  event: 'event_forbidden',
  gallery: 'gallery_action_forbidden',
} as const satisfies Record<string, ErrorCode>;

/** What is done in galleries that need not be seen for it. */
export const unseenActions: ReadonlySet<GalleryAction> = new Set(['endLinks', 'keepHidden', 'takeOver']);

/** What the viewer may do in a gallery, one field each in the gallery's answer. */
export function galleryPermissions(viewer: Viewer, facts: GalleryFacts) {
  const rules = targetRules.gallery;
  return {
    can_upload_photos: rules.uploadPhotos(viewer, facts),
    can_delete_photos: rules.deletePhotos(viewer, facts),
    can_edit: rules.edit(viewer, facts),
    can_delete: rules.delete(viewer, facts),
    can_manage_access: rules.manageAccess(viewer, facts),
    can_create_sharing_links: rules.createSharingLinks(viewer, facts),
    can_set_cover: rules.setCover(viewer, facts),
    can_edit_people: rules.editPeople(viewer, facts),
    can_answer_about_people: rules.answerAboutPeople(viewer, facts),
    can_end_links: rules.endLinks(viewer, facts),
    can_decide_takedowns: rules.decideTakedowns(viewer, facts),
    can_decide_guest_photos: rules.decideGuestPhotos(viewer, facts),
  };
}

export function eventPermissions(viewer: Viewer, facts: EventFacts) {
  return {
    can_manage: targetRules.event.manage(viewer, facts),
    can_delete: targetRules.event.delete(viewer, facts),
    can_add_gallery: targetRules.event.addGallery(viewer, facts),
  };
}

export function clubPermissions(viewer: Viewer, facts: ClubFacts) {
  return {
    can_edit: targetRules.club.edit(viewer, facts),
    can_rename: targetRules.club.rename(viewer),
    can_delete: targetRules.club.delete(viewer),
    can_manage_members: targetRules.club.manageMembers(viewer, facts),
    can_invite_photographers: targetRules.club.invitePhotographers(viewer, facts),
    can_manage_people: targetRules.club.managePeople(viewer, facts),
    can_read_takedowns: targetRules.club.readTakedowns(viewer, facts),
    can_manage_admins: targetRules.club.manageAdmins(viewer),
  };
}
