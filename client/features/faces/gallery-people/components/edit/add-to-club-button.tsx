import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconUserPlus } from '#client/icons/user-plus.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import { useAddToClub } from '../../api/add-to-club.ts';
import type { EditPeople } from '../../api/edit-people.ts';
import { useClubPeopleOfGallery } from '../../api/list-people.ts';

interface AddToClubButtonProps {
  galleryId: string;
  person: Person;
  edit: EditPeople;
  className?: string | undefined;
}

/**
 * Puts somebody who was named in the gallery, and is linked to nobody, on the list of people of its club; for those who manage the
 * list of one of its clubs. Nothing where the list has this name: then a question asks whether it is them.
 */
export function AddToClubButton({ galleryId, person, edit, className }: AddToClubButtonProps) {
  const { t } = useTranslation();
  const { name } = person;
  const { data } = useClubPeopleOfGallery(galleryId, name);
  const { add, pending } = useAddToClub(edit);
  const [club, ...others] = data?.adds_to ?? [];
  if (!club || others.length > 0) return null;
  if (data?.people.some(({ fits }) => fits)) return null;
  return (
    <Button
      variant="subtle"
      className={className}
      loading={pending}
      leftSection={<IconUserPlus size={18} stroke={1.7} />}
      onClick={() => void add(person.id, club.id, name)}
    >
      {t('gallery_people.add_to_club', { club: club.name })}
    </Button>
  );
}
