import { Button, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AnchorLink } from '#client/components/ui/elements/links.tsx';
import { LazyPopover } from '#client/components/ui/overlays/lazy-menu.tsx';
import type { LazyMenuState } from '#client/components/ui/overlays/use-lazy-menu.ts';
import { errorMessage } from '#client/lib/error-message.ts';
import { useMarkRead, useNotifications } from '../api/list-notifications.ts';
import { NotificationList } from './notification-list.tsx';
import classes from './notifications-popover.module.css';

const shown = 6;

/** The popover of the bell with the latest notifications. */
export function NotificationsPopover(state: LazyMenuState) {
  return (
    <LazyPopover {...state} width={400}>
      {state.opened && <LatestNotifications onClose={() => state.onChange(false)} />}
    </LazyPopover>
  );
}

function LatestNotifications({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { data, error } = useNotifications({ limit: shown });
  const { all } = useMarkRead();
  return (
    <div className={classes.sheet}>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('notifications.title')}</h2>
        {data && data.unread > 0 && (
          <Button variant="subtle" size="sm" onClick={() => all.mutate()} loading={all.isPending}>
            {t('notifications.mark_all_short')}
          </Button>
        )}
      </div>
      <div className={classes.list}>
        {data && <NotificationList notifications={data.notifications} onOpen={onClose} />}
        {data?.notifications.length === 0 && <p className={classes.none}>{t('notifications.none_text')}</p>}
        {error && !data && <p className={classes.none}>{errorMessage(t, error)}</p>}
        {!data && !error && <Skeleton h={220} m="md" w="auto" />}
      </div>
      <AnchorLink to="/notifications" className={classes.all} onClick={onClose}>
        {t('notifications.see_all')}
      </AnchorLink>
    </div>
  );
}
