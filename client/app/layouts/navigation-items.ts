import { can } from '#client/hooks/use-can.ts';
import { IconAdjustments } from '#client/icons/adjustments.ts';
import { IconCalendarEvent } from '#client/icons/calendar-event.ts';
import { IconFaceId } from '#client/icons/face-id.ts';
import { IconHome } from '#client/icons/home.ts';
import type { Icon } from '#client/icons/icon.tsx';
import { IconPhoto } from '#client/icons/photo.ts';
import { IconPhotoHeart } from '#client/icons/photo-heart.ts';
import { IconPlus } from '#client/icons/plus.ts';
import { IconShield } from '#client/icons/shield.ts';
import { IconShieldCog } from '#client/icons/shield-cog.ts';
import { IconTool } from '#client/icons/tool.ts';
import { IconUsers } from '#client/icons/users.ts';
import { administersClubs, isGlobalAdmin } from '#client/lib/has-required-role.ts';
import type { User } from '#server/contract/schemas/users.ts';

export interface NavigationItem {
  to:
    | '/'
    | '/clubs'
    | '/events'
    | '/gallery'
    | '/my-photos'
    | '/add-photos'
    | '/family'
    | '/my-clubs'
    | '/users'
    | '/admin'
    | '/admin/face-recognition'
    | '/admin/settings';
  label:
    | 'dashboard'
    | 'clubs'
    | 'events'
    | 'galleries'
    | 'my_photos'
    | 'add_photos'
    | 'my_family'
    | 'my_clubs'
    | 'users'
    | 'admin_dashboard'
    | 'face_recognition'
    | 'installation_settings';
  icon: Icon;
  exact?: boolean;
  /** Another path prefix that marks this item as active. */
  also?: string;
}

export interface NavigationGroup {
  label: 'club_life' | 'manage' | 'administration';
  items: NavigationItem[];
}

const dashboard: NavigationItem = { to: '/', label: 'dashboard', icon: IconHome, exact: true };
const myPhotos: NavigationItem = { to: '/my-photos', label: 'my_photos', icon: IconPhotoHeart };
const myFamily: NavigationItem = { to: '/family', label: 'my_family', icon: IconUsers };
const clubs: NavigationItem = { to: '/clubs', label: 'clubs', icon: IconShield };
const events: NavigationItem = { to: '/events', label: 'events', icon: IconCalendarEvent };
const galleries: NavigationItem = {
  to: '/gallery',
  label: 'galleries',
  icon: IconPhoto,
  also: '/admin/gallery',
};
const addPhotos: NavigationItem = { to: '/add-photos', label: 'add_photos', icon: IconPlus };

/**
 * On a phone, four items in the bar at the bottom, and `more` in the drawer: the family, and the clubs, where *My photos* takes their
 * place; the events, where that of adding photos does.
 */
export function phoneNavigation(
  user: User,
  hasMyPhotos: boolean,
): { bar: NavigationItem[]; more: NavigationGroup[] } {
  const adds = can(user, 'gallery.create');
  const items = [...(hasMyPhotos ? [clubs, myFamily] : []), ...(adds ? [events] : [])];
  return {
    bar: [dashboard, hasMyPhotos ? myPhotos : clubs, adds ? addPhotos : events, galleries],
    more: items.length > 0 ? [{ label: 'club_life', items }] : [],
  };
}

const manage: NavigationItem[] = [{ to: '/my-clubs', label: 'my_clubs', icon: IconShieldCog }];

const administration: NavigationItem[] = [
  { to: '/users', label: 'users', icon: IconUsers },
  { to: '/admin', label: 'admin_dashboard', icon: IconTool, exact: true },
  { to: '/admin/face-recognition', label: 'face_recognition', icon: IconFaceId },
  { to: '/admin/settings', label: 'installation_settings', icon: IconAdjustments },
];

export function navigationFor(user: User, hasMyPhotos: boolean): NavigationGroup[] {
  const items = [dashboard, ...(hasMyPhotos ? [myPhotos] : []), clubs, events, galleries];
  const groups: NavigationGroup[] = [{ label: 'club_life', items }];
  if (administersClubs(user)) groups.push({ label: 'manage', items: manage });
  if (isGlobalAdmin(user)) groups.push({ label: 'administration', items: administration });
  return groups;
}

export function isActive(item: NavigationItem, pathname: string): boolean {
  const under = (base: string) => pathname === base || pathname.startsWith(`${base}/`);
  if (item.exact) return pathname === item.to;
  return under(item.to) || (item.also !== undefined && under(item.also));
}
