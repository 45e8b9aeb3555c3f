import { useTranslation } from 'react-i18next';
import { RadioCards } from '#client/components/ui/forms/radio-cards.tsx';
import type { Visibility } from '#server/contract/schemas/galleries.ts';
import { VisibilityBadge } from './visibility-badge.tsx';

const choices: Visibility[] = ['private', 'club_restricted', 'public'];

interface VisibilityFieldProps {
  value: Visibility;
  onChange: (value: Visibility) => void;
}

/** Radio cards that say who will see the photos. */
export function VisibilityField({ value, onChange }: VisibilityFieldProps) {
  const { t } = useTranslation();
  return (
    <RadioCards
      label={t('gallery_form.visibility_label')}
      value={value}
      onChange={onChange}
      choices={choices.map((choice) => ({
        value: choice,
        name: <VisibilityBadge visibility={choice} word />,
        hint: t(`gallery_form.visibility_hint.${choice}`),
      }))}
    />
  );
}
