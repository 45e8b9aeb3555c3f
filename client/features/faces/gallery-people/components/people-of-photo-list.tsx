import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '#client/components/ui/elements/person-avatar.tsx';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import { useEditPeople } from '../api/edit-people.ts';
import { usePeopleInPhoto } from '../api/list-people.ts';
import { NameField } from './edit/name-field.tsx';
import classes from './people-of-photo-list.module.css';
import { nameOfPerson } from './person-name.ts';

interface PeopleOfPhotoListProps {
  photoId: string;
  people: Person[];
  /** The gallery in which the viewer may name people; null: none. */
  named: string | null;
  onChoose: (personId: string) => void;
}

/** The people in the photo open in the viewer; a click shows all photos of a person. Who has no name can be named here. */
export function PeopleOfPhotoList({ photoId, people, named, onChoose }: PeopleOfPhotoListProps) {
  const { t } = useTranslation();
  const { data } = usePeopleInPhoto(photoId);
  const edit = useEditPeople();
  const [naming, setNaming] = useState<string>();
  const [left, setLeft] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  // Without the focus the viewer would not hear its keys.
  useEffect(() => {
    if (left) list.current?.querySelector<HTMLElement>(`[data-person="${left}"]`)?.focus();
  }, [left]);
  const enter = (id: string) => {
    setLeft(undefined);
    setNaming(id);
  };
  const leave = ({ id }: Person) => {
    setNaming(undefined);
    setLeft(id);
  };
  const ids = new Set(data?.faces.map((face) => face.person_id));
  const here = people.filter((person) => ids.has(person.id));
  if (here.length === 0) return null;
  return (
    <ul ref={list} className={classes.list} aria-label={t('gallery_people.in_photo')}>
      {here.map((person) => {
        const name = nameOfPerson(t, person);
        const avatar = (
          <PersonAvatar
            size={36}
            url={person.representative_photo_url}
            photoWidth={person.representative_photo_width}
            photoHeight={person.representative_photo_height}
            box={person.representative_bounding_box}
          />
        );
        if (named && naming === person.id)
          return (
            // Keys typed in the field do not turn the photo.
            <li
              key={person.id}
              className={`${classes.person} ${classes.naming}`}
              onKeyDown={(event) => event.stopPropagation()}
            >
              {avatar}
              <NameField galleryId={named} person={person} edit={edit} isOpen onLeave={() => leave(person)} />
            </li>
          );
        return (
          <li key={person.id} className={classes.entry}>
            <UnstyledButton
              data-person={person.id}
              className={classes.person}
              onClick={() => onChoose(person.id)}
            >
              {avatar}
              <span className={classes.name}>{name}</span>
            </UnstyledButton>
            {named && !person.shown_name && (
              <ActionIcon
                variant="transparent"
                className={classes.pencil}
                aria-label={t('gallery_people.name_named', { name })}
                onClick={() => enter(person.id)}
              >
                <IconPencil size={18} stroke={1.7} aria-hidden="true" />
              </ActionIcon>
            )}
          </li>
        );
      })}
    </ul>
  );
}
