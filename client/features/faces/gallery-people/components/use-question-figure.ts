import { useTranslation } from 'react-i18next';
import { useFormat } from '#client/hooks/use-format.ts';

/** A number of questions as text; "20+" where more wait than are counted. */
export function useQuestionFigure() {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (count: number, more: boolean) =>
    more ? t('gallery_people.or_more', { n: number(count) }) : number(count);
}
