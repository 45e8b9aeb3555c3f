import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useChangeLanguage } from '#client/hooks/use-change-language.ts';
import { languages } from '#client/i18n/languages.ts';
import { IconCheck } from '#client/icons/check.ts';
import { LazyMenu } from './lazy-menu.tsx';
import type { LazyMenuState } from './use-lazy-menu.ts';

export function LanguageMenuDropdown(state: LazyMenuState) {
  const { i18n } = useTranslation();
  const choose = useChangeLanguage();
  return (
    <LazyMenu {...state} width={180}>
      {languages.map(({ code, name }) => (
        <Menu.Item
          key={code}
          lang={code}
          onClick={() => choose(code)}
          rightSection={code === i18n.resolvedLanguage ? <IconCheck size={16} /> : null}
          aria-current={code === i18n.resolvedLanguage ? 'true' : undefined}
        >
          {name}
        </Menu.Item>
      ))}
    </LazyMenu>
  );
}
