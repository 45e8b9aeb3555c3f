import { Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Visibility } from '#server/contract/schemas/galleries.ts';
import { VisibilityBadge } from './visibility-badge.tsx';
import classes from './visibility-field.module.css';

const choices: Visibility[] = ['private', 'club_restricted', 'public'];

interface VisibilityFieldProps {
  value: Visibility;
  onChange: (value: Visibility) => void;
}

/** Radio cards that say who will see the photos. */
export function VisibilityField({ value, onChange }: VisibilityFieldProps) {
  const { t } = useTranslation();
  return (
    <Radio.Group
      label={t('galleries.visibility_label')}
      value={value}
      onChange={(next) => onChange(next as Visibility)}
    >
      <div className={classes.cards}>
        {choices.map((choice) => (
          <Radio.Card
            key={choice}
            value={choice}
            className={classes.card ?? ''}
            data-chosen={choice === value || undefined}
          >
            <Radio.Indicator />
            <span className={classes.words}>
              <span className={classes.name}>
                <VisibilityBadge visibility={choice} word />
              </span>
              <span className={classes.hint}>{t(`galleries.visibility_hint.${choice}`)}</span>
            </span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}
