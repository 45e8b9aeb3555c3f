import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './language-menu.module.css';
import { useDropDown } from './use-drop-down.ts';

const load = () => import('./language-list.tsx').then((module) => module.LanguageList);

export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  const { Panel, button, state } = useDropDown(load);
  return (
    <>
      <UnstyledButton
        {...button}
        aria-haspopup="menu"
        className={classes.target}
        aria-label={t('shell.language')}
      >
        {(i18n.resolvedLanguage ?? 'en').toUpperCase()}
      </UnstyledButton>
      {Panel && <Panel {...state} />}
    </>
  );
}
