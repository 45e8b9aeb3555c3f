import { useTranslation } from 'react-i18next';
import type { Purpose } from '#server/contract/consent.ts';
import type { Family } from '#server/contract/schemas/family.ts';

/** What is asked about photos of somebody, to the person or to a guardian. */
export function useQuestion({ relation, name }: Pick<Family['claims'][number], 'relation' | 'name'>) {
  const { t } = useTranslation();
  return (purpose: Purpose) =>
    relation === 'self' ? t(`family.ask_self.${purpose}`) : t(`family.ask.${purpose}`, { name });
}
