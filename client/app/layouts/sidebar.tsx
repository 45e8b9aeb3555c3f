import { UnstyledButton } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Logo, LogoMark } from '#client/components/ui/elements/logo.tsx';
import { useHasMyPhotos } from '#client/features/faces/my-photos/api/family-status.ts';
import { IconLayoutSidebarLeftCollapse } from '#client/icons/layout-sidebar-left-collapse.ts';
import { IconLayoutSidebarLeftExpand } from '#client/icons/layout-sidebar-left-expand.ts';
import { buildLabel } from '#client/lib/build-label.ts';
import { useInstallationName } from '#client/lib/installation-name.ts';
import type { User } from '#server/contract/schemas/users.ts';
import { isActive, type NavigationItem, navigationFor } from './navigation-items.ts';
import classes from './sidebar.module.css';

interface SidebarProps {
  user: User;
  collapsed: boolean;
  onCollapse: (collapsed: boolean) => void;
}

export function Sidebar({ user, collapsed, onCollapse }: SidebarProps) {
  const { t } = useTranslation();
  const name = useInstallationName();
  const hasMyPhotos = useHasMyPhotos();
  const Toggle = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <aside className={classes.sidebar} data-collapsed={collapsed || undefined}>
      <Link to="/" className={classes.home} aria-label={name}>
        {collapsed ? <LogoMark /> : <Logo />}
      </Link>
      <nav className={classes.nav} aria-label={t('shell.navigation')}>
        {navigationFor(user, hasMyPhotos).map((group) => (
          <div key={group.label} className={classes.group}>
            <p className={classes.heading} id={`nav-${group.label}`}>
              {t(`shell.groups.${group.label}`)}
            </p>
            <ul className={classes.list} aria-labelledby={`nav-${group.label}`}>
              {group.items.map((item) => (
                <li key={item.to}>
                  <SidebarLink item={item} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className={classes.foot}>
        <UnstyledButton
          className={classes.collapse}
          onClick={() => onCollapse(!collapsed)}
          aria-label={collapsed ? t('shell.expand') : t('shell.collapse')}
        >
          <Toggle size={20} stroke={1.6} aria-hidden="true" />
        </UnstyledButton>
        <span className={classes.build}>{buildLabel}</span>
      </div>
    </aside>
  );
}

function SidebarLink({ item }: { item: NavigationItem }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <Link
      to={item.to}
      className={classes.link}
      {...(isActive(item, pathname) ? { 'data-active': true, 'aria-current': 'page' as const } : {})}
    >
      <item.icon size={20} stroke={1.7} className={classes.icon} />
      <span className={classes.label}>{t(`shell.nav.${item.label}`)}</span>
    </Link>
  );
}
