import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '#client/components/ui/elements/person-avatar.tsx';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import { usePeopleInPhoto } from '../api/list-people.ts';
import classes from './people-of-photo-list.module.css';
import { nameOfPerson } from './person-name.ts';

interface PeopleOfPhotoListProps {
  photoId: string;
  people: Person[];
  onChoose: (personId: string) => void;
}

/** The people in the photo open in the viewer; a click shows all photos of a person. */
export function PeopleOfPhotoList({ photoId, people, onChoose }: PeopleOfPhotoListProps) {
  const { t } = useTranslation();
  const { data } = usePeopleInPhoto(photoId);
  const ids = new Set(data?.faces.map((face) => face.person_id));
  const here = people.filter((person) => ids.has(person.id));
  if (here.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={t('gallery_people.in_photo')}>
      {here.map((person) => (
        <li key={person.id}>
          <UnstyledButton className={classes.person} onClick={() => onChoose(person.id)}>
            <PersonAvatar
              size={36}
              url={person.representative_photo_url}
              photoWidth={person.representative_photo_width}
              photoHeight={person.representative_photo_height}
              box={person.representative_bounding_box}
            />
            {nameOfPerson(t, person)}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
