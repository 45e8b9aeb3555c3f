import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '#client/i18n/index.ts';
import { languages } from '#client/i18n/languages.ts';
import { notify } from './notify.ts';

/** Changes the language of the interface, and says so where its texts could not be downloaded. */
export function useChooseLanguage(): (code: string) => void {
  const { t } = useTranslation();
  return (code) =>
    void chooseLanguage(code).then((done) => {
      if (done) return;
      const name = languages.find((language) => language.code === code)?.name ?? code;
      notify.error(t('failed.language', { name }));
    });
}
