import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';

interface WhoseButtonsProps {
  /** "Whose photos are you looking for?", or who of the family is missing. */
  question: 'whose' | 'missing';
  onLater?: () => void;
}

export function WhoseButtons({ question, onLater }: WhoseButtonsProps) {
  const { t } = useTranslation();
  return (
    <Group gap="xs">
      <ButtonLink to="/my-photos" search={{ whose: 'child' }}>
        {t(`family.${question}.child`)}
      </ButtonLink>
      <ButtonLink to="/my-photos" search={{ whose: 'self' }} variant="default">
        {t(`family.${question}.self`)}
      </ButtonLink>
      {onLater && (
        <Button variant="subtle" mod="flush" onClick={onLater}>
          {t('family.whose.later')}
        </Button>
      )}
    </Group>
  );
}
