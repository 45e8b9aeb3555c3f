import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import type { Person } from '#server/contract/schemas/gallery-people.ts';

interface ChooseNameDialogProps {
  /** People with different names that are to become one; empty: nothing is asked. */
  people: readonly Person[];
  onChoose: (kept: Person) => void;
  onCancel: () => void;
}

/** Asks which name stays before people with different names become one. */
export function ChooseNameDialog({ people, onChoose, onCancel }: ChooseNameDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog opened={people.length > 0} onClose={onCancel} title={t('gallery_people.which_name')} size="sm">
      <Stack gap="sm">
        <Text>{t('gallery_people.which_name_text')}</Text>
        {people.map((person) => (
          <Button key={person.id} variant="default" fullWidth onClick={() => onChoose(person)}>
            {person.shown_name}
          </Button>
        ))}
        <Button variant="subtle" onClick={onCancel} data-autofocus>
          {t('common.cancel')}
        </Button>
      </Stack>
    </Dialog>
  );
}
