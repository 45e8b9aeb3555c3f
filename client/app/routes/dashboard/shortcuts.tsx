import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';
import { useUnreadCount } from '#client/features/accounts/notifications/api/unread.ts';
import { IconBell } from '#client/icons/bell.ts';
import { IconCalendarEvent } from '#client/icons/calendar-event.ts';
import { IconPhoto } from '#client/icons/photo.ts';
import { IconShield } from '#client/icons/shield.ts';
import { IconTool } from '#client/icons/tool.ts';
import { IconUserCircle } from '#client/icons/user-circle.ts';
import { isGlobalAdmin } from '#client/lib/has-required-role.ts';
import { useUser } from '#client/lib/session.ts';
import classes from '../dashboard-page.module.css';

/** The places of the menu that every user has, in one row. */
export function Shortcuts() {
  const { t } = useTranslation();
  const user = useUser();
  const unread = useUnreadCount();
  const shortcuts = [
    { to: '/clubs', icon: IconShield, title: t('shell.nav.clubs') },
    { to: '/events', icon: IconCalendarEvent, title: t('shell.nav.events') },
    { to: '/gallery', icon: IconPhoto, title: t('shell.nav.galleries') },
    { to: '/profile', icon: IconUserCircle, title: t('shell.profile') },
    {
      to: '/notifications',
      icon: IconBell,
      title: unread ? t('notifications.unread', { count: unread }) : t('shell.notifications'),
    },
    ...(isGlobalAdmin(user)
      ? [{ to: '/admin', icon: IconTool, title: t('shell.nav.admin_dashboard') } as const]
      : []),
  ] as const;
  return (
    <ul className={classes.shortcuts} aria-label={t('dashboard.places')}>
      {shortcuts.map(({ to, icon: Mark, title }) => (
        <li key={to}>
          <ButtonLink
            to={to}
            variant="default"
            leftSection={<Mark size={18} stroke={1.6} aria-hidden="true" />}
          >
            {title}
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}
