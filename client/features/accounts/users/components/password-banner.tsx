import { useTranslation } from 'react-i18next';
import { IconKey } from '#client/icons/key.ts';
import { useSession } from '#client/lib/session.ts';
import classes from './password-banner.module.css';
import { PasswordButton } from './password-button.tsx';

/** Shown until a user whose password was set by an administrator changes it. */
export function PasswordBanner() {
  const { t } = useTranslation();
  const { user } = useSession();
  if (!user?.must_change_password) return null;
  return (
    <section className={classes.banner} aria-label={t('shell.password.security')}>
      <IconKey size={20} stroke={1.7} className={classes.icon} />
      <p className={classes.text}>{t('shell.password.must_change')}</p>
      <PasswordButton />
    </section>
  );
}
