import { useTranslation } from 'react-i18next';
import { AnchorLink } from '#client/components/ui/elements/links.tsx';
import { usePublicSettings } from '#client/hooks/use-public-settings.ts';
import { IconShieldLock } from '#client/icons/shield-lock.ts';
import classes from '../dashboard-page.module.css';

/** What still makes the server unreachable for others, or unsafe, in one line; nothing where it is neither. */
export function ServerGaps({ hasBackup }: { hasBackup: boolean }) {
  const { t } = useTranslation();
  const hasAddress = usePublicSettings().settings?.public_address === 'set';
  if (hasAddress && hasBackup) return null;
  return (
    <section className={classes.first} aria-labelledby="server-gaps">
      <IconShieldLock size={24} stroke={1.6} className={classes.sign} />
      <div className={classes.club}>
        <h2 id="server-gaps" className={classes.lead}>
          {t('first_steps.gaps')}
        </h2>
        {!hasAddress && (
          <AnchorLink to="/admin/settings" hash="address" className={classes.waiting}>
            {t('first_steps.set_address')}
          </AnchorLink>
        )}
        {!hasBackup && (
          <AnchorLink to="/admin/settings" hash="backup" className={classes.waiting}>
            {t('first_steps.make_backup')}
          </AnchorLink>
        )}
      </div>
    </section>
  );
}
