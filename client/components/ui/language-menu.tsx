import { Menu, UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '#client/i18n/index.ts';
import { languages } from '#client/i18n/languages.ts';
import classes from './language-menu.module.css';

export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  const current = i18n.resolvedLanguage ?? 'en';
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <UnstyledButton className={classes.target} aria-label={t('shell.language')}>
          {current.toUpperCase()}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map((language) => (
          <Menu.Item
            key={language.code}
            lang={language.code}
            onClick={() => void chooseLanguage(language.code)}
            rightSection={language.code === current ? <IconCheck size={16} aria-hidden="true" /> : null}
            aria-current={language.code === current ? 'true' : undefined}
          >
            {language.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
