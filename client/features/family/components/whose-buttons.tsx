import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#client/components/ui/links.tsx';

/** The answers to "Whose photos are you looking for?" */
export function WhoseButtons({ onLater }: { onLater?: () => void }) {
  const { t } = useTranslation();
  return (
    <Group gap="xs">
      <ButtonLink to="/my-photos" search={{ whose: 'child' }}>
        {t('family.whose.child')}
      </ButtonLink>
      <ButtonLink to="/my-photos" search={{ whose: 'self' }} variant="default">
        {t('family.whose.self')}
      </ButtonLink>
      {onLater && (
        <Button variant="subtle" onClick={onLater}>
          {t('family.whose.later')}
        </Button>
      )}
    </Group>
  );
}
