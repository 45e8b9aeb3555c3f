import { useTranslation } from 'react-i18next';
import { changeLanguage } from '#client/i18n/i18next-setup.ts';
import { languages } from '#client/i18n/languages.ts';
import { toast } from '#client/lib/toast.ts';

/** Changes the language of the interface; shows an error if its texts could not be downloaded. */
export function useChangeLanguage(): (code: string) => void {
  const { t } = useTranslation();
  return (code) =>
    void changeLanguage(code).then((done) => {
      if (done) return;
      const name = languages.find((language) => language.code === code)?.name ?? code;
      toast.error(t('failed.language', { name }));
    });
}
