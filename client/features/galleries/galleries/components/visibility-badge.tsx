import { IconLock, IconShield, IconWorld } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Visibility } from '#server/contract/schemas/galleries.ts';

const icons = { private: IconLock, club_restricted: IconShield, public: IconWorld };

/** The visibility as an icon, optionally with its label. */
export function VisibilityBadge({ visibility, word = false }: { visibility: Visibility; word?: boolean }) {
  const { t } = useTranslation();
  const Mark = icons[visibility];
  const label = t(`galleries.visibility.${visibility}`);
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 6 }} title={label}>
      <Mark
        size={18}
        stroke={1.8}
        {...(word ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      />
      {word && label}
    </span>
  );
}
