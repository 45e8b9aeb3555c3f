import { useTranslation } from 'react-i18next';
import { IconLock } from '#client/icons/lock.ts';
import { IconShield } from '#client/icons/shield.ts';
import { IconWorld } from '#client/icons/world.ts';
import type { Visibility } from '#server/contract/schemas/galleries.ts';

const icons = { private: IconLock, club_restricted: IconShield, public: IconWorld };

/** The visibility as an icon, optionally with its label. */
export function VisibilityBadge({ visibility, word = false }: { visibility: Visibility; word?: boolean }) {
  const { t } = useTranslation();
  const Mark = icons[visibility];
  const label = t(`galleries.visibility.${visibility}`);
  return (
    <span
      style={{ display: 'inline-flex', alignItems: 'center', gap: 6, verticalAlign: 'bottom' }}
      title={label}
    >
      <Mark
        size={word ? 16 : 18}
        stroke={1.8}
        {...(word ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      />
      {word && label}
    </span>
  );
}
