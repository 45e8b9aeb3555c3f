import { useTranslation } from 'react-i18next';
import { regionalLanguage } from '#client/lib/regional-language.ts';
import { fallbackLanguage } from '#server/contract/languages.ts';

const units = [
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A length of time to the second, such as "1 hr 12 sec". */
export function useClockTime(): (seconds: number) => string {
  const { i18n } = useTranslation();
  const language = regionalLanguage(i18n.resolvedLanguage ?? fallbackLanguage);
  return (seconds) => {
    let left = seconds;
    return units
      .flatMap(([unit, size]) => {
        const count = Math.floor(left / size);
        left -= count * size;
        const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' });
        return count > 0 ? [format.format(count)] : [];
      })
      .join(' ');
  };
}
