import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconLock } from '#client/icons/lock.ts';
import { tabData } from '#client/lib/site-storage.ts';
import type { RouterOutputs } from '#client/lib/trpc.ts';
import { unlockTokenKey } from '../api/opened-link.ts';
import classes from './galleries-of-link.module.css';

type Shown = RouterOutputs['openedShareLink']['open']['galleries'];

/** The galleries of one link. Whoever knows its password is not asked again for the others. */
export default function GalleriesOfLink({ galleries }: { galleries: Shown }) {
  const { t } = useTranslation();
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    for (const { token, unlock_token } of galleries)
      if (unlock_token) tabData.setItem(unlockTokenKey(token), unlock_token);
    // On a phone the open one may lie beyond the edge.
    const open = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (open && list.current) list.current.scrollLeft = open.offsetLeft - list.current.offsetLeft - 24;
  }, [galleries]);
  return (
    <nav ref={list} className={classes.list} aria-label={t('shared.galleries')}>
      {galleries.map(({ token, name, is_open }) => (
        <Link
          key={token}
          to="/gallery/shared/$token"
          params={{ token }}
          className={classes.gallery}
          title={name ?? undefined}
          aria-current={is_open ? 'page' : undefined}
        >
          {name ?? (
            <>
              <IconLock size={16} stroke={1.7} style={{ verticalAlign: '-2px' }} />{' '}
              {t('shared.protected_one')}
            </>
          )}
        </Link>
      ))}
    </nav>
  );
}
