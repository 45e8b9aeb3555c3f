import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fallbackLanguage } from '#server/contract/languages.ts';
import classes from './language-menu.module.css';
import { useLazyMenu } from './use-lazy-menu.ts';

const load = () => import('./language-menu-dropdown.tsx').then((module) => module.LanguageMenuDropdown);

export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  const { Panel, button, state } = useLazyMenu(load);
  return (
    <>
      <UnstyledButton
        {...button}
        aria-haspopup="menu"
        className={classes.target}
        aria-label={t('shell.language')}
      >
        {(i18n.resolvedLanguage ?? fallbackLanguage).toUpperCase()}
      </UnstyledButton>
      {Panel && <Panel {...state} />}
    </>
  );
}
