import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { languages } from '#client/i18n/languages.ts';
import { useChooseLanguage } from '#client/lib/use-choose-language.ts';
import { HangingMenu } from './hanging.tsx';
import type { DropDownState } from './use-drop-down.ts';

export function LanguageList(state: DropDownState) {
  const { i18n } = useTranslation();
  const choose = useChooseLanguage();
  return (
    <HangingMenu {...state} width={180}>
      {languages.map(({ code, name }) => (
        <Menu.Item
          key={code}
          lang={code}
          onClick={() => choose(code)}
          rightSection={code === i18n.resolvedLanguage ? <IconCheck size={16} aria-hidden="true" /> : null}
          aria-current={code === i18n.resolvedLanguage ? 'true' : undefined}
        >
          {name}
        </Menu.Item>
      ))}
    </HangingMenu>
  );
}
