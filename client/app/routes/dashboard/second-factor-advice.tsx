import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { AdviceCard } from './advice-card.tsx';

interface SecondFactorAdviceProps {
  neededFrom: string | null;
  onHide: () => void;
}

/** Says to administrators without a second factor that one is recommended, or from when on it is required. */
export function SecondFactorAdvice({ neededFrom, onHide }: SecondFactorAdviceProps) {
  const { t } = useTranslation();
  const { longDate } = useFormat();
  return (
    <AdviceCard
      title={t('second_factor.advice.title')}
      text={
        neededFrom === null
          ? t('second_factor.advice.recommended')
          : t('second_factor.advice.required', { date: longDate(neededFrom) })
      }
      onHide={neededFrom === null ? onHide : undefined}
      action={
        <ButtonLink to="/settings" hash="second-factor">
          {t('second_factor.advice.set_up')}
        </ButtonLink>
      }
    />
  );
}
