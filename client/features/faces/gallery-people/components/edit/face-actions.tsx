import { Button, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '#client/components/ui/elements/person-avatar.tsx';
import type { EditPeople } from '#client/features/faces/gallery-people/api/edit-people.ts';
import { useSimilarPeople } from '#client/features/faces/gallery-people/api/list-people.ts';
import { IconUserOff } from '#client/icons/user-off.ts';
import { IconUserPlus } from '#client/icons/user-plus.ts';
import { IconUserStar } from '#client/icons/user-star.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import { nameOfPerson } from '../person-name.ts';
import { cropSourceOfPerson } from './face-crop-source.ts';
import grid from './name-and-merge-people.module.css';
import classes from './person-faces.module.css';

interface FaceActionsProps {
  galleryId: string;
  person: Person;
  people: Person[];
  faceIds: string[];
  edit: EditPeople;
  onDone: () => void;
}

/** The people the faces can be moved to: the most similar first, then the others. */
function useLikeliestFirst(galleryId: string, people: Person[], notId: string, faceIds: string[]): Person[] {
  const rank = new Map(
    useSimilarPeople(galleryId, faceIds).data?.people.map(({ person_id }, place) => [person_id, place]),
  );
  const placeOf = ({ id }: Person) => rank.get(id) ?? Number.POSITIVE_INFINITY;
  return people
    .filter(({ id }) => id !== notId)
    .toSorted((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)));
}

/** The actions on the selected faces of a person. */
export function FaceActions({ galleryId, person, people, faceIds, edit, onDone }: FaceActionsProps) {
  const { t } = useTranslation();
  const [only] = faceIds;
  const others = useLikeliestFirst(galleryId, people, person.id, faceIds);
  const after = async (work: Promise<boolean>) => (await work) && onDone();
  const give = (id: string | null) => {
    const target = others.find((other) => other.id === id);
    if (target) void after(edit.move(galleryId, faceIds, { id: target.id, name: nameOfPerson(t, target) }));
  };
  return (
    <div className={grid.bar}>
      <span className={grid.lead} role="status">
        {faceIds.length > 0
          ? t('gallery_people.faces_chosen', { count: faceIds.length })
          : t('gallery_people.faces_lead')}
      </span>
      {faceIds.length > 0 && (
        <>
          <Button
            variant="default"
            leftSection={<IconUserOff size={18} stroke={1.7} />}
            onClick={() => void after(edit.reject(person.id, faceIds, nameOfPerson(t, person)))}
          >
            {t('gallery_people.not_this_person')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconUserPlus size={18} stroke={1.7} />}
            onClick={() => void after(edit.move(galleryId, faceIds, null))}
          >
            {t('gallery_people.new_person')}
          </Button>
          <Select
            aria-label={t('gallery_people.give_to')}
            placeholder={t('gallery_people.give_to')}
            searchable
            value={null}
            onChange={give}
            nothingFoundMessage={t('picker.nothing')}
            comboboxProps={{ zIndex: 250, shadow: 'md', width: 280, position: 'bottom-end' }}
            data={others.map((other) => ({ value: other.id, label: nameOfPerson(t, other) }))}
            renderOption={({ option }) => {
              const other = others.find(({ id }) => id === option.value);
              return (
                <span className={classes.option}>
                  {other && <PersonAvatar size={40} {...cropSourceOfPerson(other)} />}
                  {option.label}
                </span>
              );
            }}
            w={180}
          />
          {faceIds.length === 1 && only && (
            <Button
              variant="default"
              leftSection={<IconUserStar size={18} stroke={1.7} />}
              onClick={() => void after(edit.choosePicture(person.id, only))}
            >
              {t('gallery_people.use_as_picture')}
            </Button>
          )}
        </>
      )}
    </div>
  );
}
