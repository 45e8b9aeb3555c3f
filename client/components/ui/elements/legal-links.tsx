import { useTranslation } from 'react-i18next';
import { usePublicSettings } from '#client/hooks/use-public-settings.ts';
import classes from './legal-links.module.css';

/** The imprint and the data protection statement of whoever runs the installation, where their addresses are set. */
export function LegalLinks() {
  const { t } = useTranslation();
  const { settings } = usePublicSettings();
  const links = [
    [t('common.imprint'), settings?.imprint_url],
    [t('common.data_protection'), settings?.privacy_url],
  ] as const;
  return links.map(
    ([words, url]) =>
      url && (
        <a key={words} className={classes.link} href={url} target="_blank" rel="noopener noreferrer">
          {words}
        </a>
      ),
  );
}
