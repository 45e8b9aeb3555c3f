import {
  IconBell,
  IconCalendarEvent,
  IconPhoto,
  IconShield,
  IconTool,
  IconUserCircle,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Shortcut, ShortcutCard } from '#client/features/dashboard/components/shortcut-card.tsx';
import { useUnreadCount } from '#client/features/notifications/api/unread.ts';
import { isGlobalAdmin } from '#client/lib/has-required-role.ts';
import { useUser } from '#client/lib/session.ts';
import classes from '../dashboard-page.module.css';

export function Shortcuts() {
  const { t } = useTranslation();
  const user = useUser();
  const unread = useUnreadCount();
  const news = unread ? t('notifications.unread', { count: unread }) : t('dashboard.card.notifications');
  const shortcuts: Shortcut[] = [
    { to: '/clubs', icon: IconShield, title: t('shell.nav.clubs'), text: t('dashboard.card.clubs') },
    {
      to: '/events',
      icon: IconCalendarEvent,
      title: t('shell.nav.events'),
      text: t('dashboard.card.events'),
    },
    { to: '/gallery', icon: IconPhoto, title: t('shell.nav.galleries'), text: t('dashboard.card.galleries') },
    { to: '/profile', icon: IconUserCircle, title: t('shell.profile'), text: t('dashboard.card.profile') },
    { to: '/notifications', icon: IconBell, title: t('shell.notifications'), text: news },
  ];
  if (isGlobalAdmin(user)) {
    const title = t('shell.nav.admin_dashboard');
    shortcuts.push({ to: '/admin', icon: IconTool, title, text: t('dashboard.card.admin') });
  }
  return (
    <section>
      <div className={classes.heading}>
        <h2 className={classes.title}>{t('dashboard.places')}</h2>
      </div>
      <ul className={classes.shortcuts}>
        {shortcuts.map((shortcut) => (
          <ShortcutCard key={shortcut.to} {...shortcut} />
        ))}
      </ul>
    </section>
  );
}
