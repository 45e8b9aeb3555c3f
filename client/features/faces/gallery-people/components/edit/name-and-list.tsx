import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconEyeOff } from '#client/icons/eye-off.ts';
import { IconUserCheck } from '#client/icons/user-check.ts';
import { IconUserPlus } from '#client/icons/user-plus.ts';
import { isolate } from '#client/lib/isolate.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import { useAddToClub } from '../../api/add-to-club.ts';
import type { EditPeople } from '../../api/edit-people.ts';
import { useClubPeopleOfGallery } from '../../api/list-people.ts';

interface NameAndListProps {
  galleryId: string;
  person: Person;
  edit: EditPeople;
  className?: string | undefined;
}

/**
 * What can be said of a name that was typed in the gallery and is linked to nobody: whose it is where the list has it once, and
 * where it has it not, that it is nobody's, or belongs on it. Of two of that name a question asks.
 */
export function NameAndList({ galleryId, person, edit, className }: NameAndListProps) {
  const { t } = useTranslation();
  const { name } = person;
  const { data } = useClubPeopleOfGallery(galleryId, name);
  const { add, pending } = useAddToClub(edit);
  if (!data) return null;
  const [fits, ...rivals] = data.people.filter((one) => one.fits);
  const button = { variant: 'subtle', className } as const;
  if (fits)
    return rivals.length > 0 ? null : (
      <Button
        {...button}
        leftSection={<IconUserCheck size={18} stroke={1.7} />}
        onClick={() => void edit.link(person.id, fits.id, fits.name)}
      >
        {t('gallery_people.is_on_list', { name: isolate(fits.name) })}
      </Button>
    );
  const [club, ...others] = data.adds_to;
  return (
    <>
      {person.name_is_held && (
        <Button
          {...button}
          title={t('gallery_people.name_is_held')}
          leftSection={<IconEyeOff size={18} stroke={1.7} />}
          onClick={() => void edit.nameIsNobody(galleryId, person)}
        >
          {t('gallery_people.name_of_nobody')}
        </Button>
      )}
      {club && others.length === 0 && (
        <Button
          {...button}
          loading={pending}
          leftSection={<IconUserPlus size={18} stroke={1.7} />}
          onClick={() => void add(person.id, club.id, name)}
        >
          {t('gallery_people.add_to_club', { club: club.name })}
        </Button>
      )}
    </>
  );
}
