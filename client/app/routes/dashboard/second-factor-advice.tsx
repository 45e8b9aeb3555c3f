import { Button, Group } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconShieldLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import classes from '../dashboard-page.module.css';

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
    <section className={classes.first} aria-labelledby="second-factor-advice">
      <IconShieldLock size={24} stroke={1.6} aria-hidden="true" className={classes.sign} />
      <div className={classes.words}>
        <h2 id="second-factor-advice" className={classes.lead}>
          {t('second_factor.advice.title')}
        </h2>
        <p className={classes.why}>
          {neededFrom === null
            ? t('second_factor.advice.recommended')
            : t('second_factor.advice.required', { date: longDate(neededFrom) })}
        </p>
      </div>
      <Group gap="sm">
        {neededFrom === null && (
          <Button variant="default" onClick={() => hide(true)}>
            {t('second_factor.advice.hide')}
          </Button>
        )}
        <ButtonLink to="/settings">{t('second_factor.advice.set_up')}</ButtonLink>
      </Group>
    </section>
  );
}
