import { useLocalStorage } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { AdviceCard } from './advice-card.tsx';

/** Says to administrators without a second factor that one is recommended, until they put it away, or from when on it is required. */
export function SecondFactorAdvice({ neededFrom }: { neededFrom: string | null }) {
  const { t } = useTranslation();
  const { longDate } = useFormat();
  const [hidden, hide] = useLocalStorage({
    key: 'second_factor_advice_hidden',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  if (hidden && neededFrom === null) return null;
  return (
    <AdviceCard
      title={t('second_factor.advice.title')}
      text={
        neededFrom === null
          ? t('second_factor.advice.recommended')
          : t('second_factor.advice.required', { date: longDate(neededFrom) })
      }
      onHide={neededFrom === null ? () => hide(true) : undefined}
      action={
        <ButtonLink to="/settings" hash="second-factor">
          {t('second_factor.advice.set_up')}
        </ButtonLink>
      }
    />
  );
}
