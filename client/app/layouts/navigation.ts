import type { Icon } from '@tabler/icons-react';
import {
  IconAdjustments,
  IconCalendarEvent,
  IconFaceId,
  IconHome,
  IconPhoto,
  IconShield,
  IconShieldCog,
  IconTool,
  IconUsers,
} from '@tabler/icons-react';
import { administersClubs, isGlobalAdmin } from '#client/lib/roles.ts';
import type { User } from '#server/contract/schemas/users.ts';

export interface NavigationItem {
  to:
    | '/'
    | '/clubs'
    | '/events'
    | '/gallery'
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
    | 'my_clubs'
    | 'users'
    | 'admin_dashboard'
    | 'face_recognition'
    | 'instance_settings';
  icon: Icon;
  exact?: boolean;
  /** Another path prefix that marks this item as active. */
  also?: string;
}

export interface NavigationGroup {
  label: 'club_life' | 'manage' | 'administration';
  items: NavigationItem[];
}

export const mainNavigation: NavigationItem[] = [
  { to: '/', label: 'dashboard', icon: IconHome, exact: true },
  { to: '/clubs', label: 'clubs', icon: IconShield },
  { to: '/events', label: 'events', icon: IconCalendarEvent },
  { to: '/gallery', label: 'galleries', icon: IconPhoto, also: '/admin/gallery' },
];

const manage: NavigationItem[] = [{ to: '/my-clubs', label: 'my_clubs', icon: IconShieldCog }];

const administration: NavigationItem[] = [
  { to: '/users', label: 'users', icon: IconUsers },
  { to: '/admin', label: 'admin_dashboard', icon: IconTool, exact: true },
  { to: '/admin/face-recognition', label: 'face_recognition', icon: IconFaceId },
  { to: '/admin/settings', label: 'instance_settings', icon: IconAdjustments },
];

export function navigationFor(user: User): NavigationGroup[] {
  const groups: NavigationGroup[] = [{ label: 'club_life', items: mainNavigation }];
  if (administersClubs(user)) groups.push({ label: 'manage', items: manage });
  if (isGlobalAdmin(user)) groups.push({ label: 'administration', items: administration });
  return groups;
}

export function isActive(item: NavigationItem, pathname: string): boolean {
  const under = (base: string) => pathname === base || pathname.startsWith(`${base}/`);
  if (item.exact) return pathname === item.to;
  return under(item.to) || (item.also !== undefined && under(item.also));
}
