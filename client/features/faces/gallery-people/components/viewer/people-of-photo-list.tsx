import { ActionIcon, RingProgress, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '#client/components/ui/elements/person-avatar.tsx';
import { IconPencil } from '#client/icons/pencil.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import { cropSourceOfFace } from '../edit/face-crop-source.ts';
import { nameOfPerson } from '../person-name.ts';
import classes from './people-of-photo-list.module.css';
import { type NamingFaces, useFacesInPhoto } from './use-faces-in-photo.ts';

interface PeopleOfPhotoListProps {
  photoId: string;
  people: readonly Person[];
  /** For those who may name people. */
  naming: NamingFaces | null;
  onChoose: (personId: string) => void;
}

/** The people in the photo open in the viewer; a click shows all photos of a person. Who has no name can be named here. */
export function PeopleOfPhotoList({ photoId, people, naming, onChoose }: PeopleOfPhotoListProps) {
  const { t } = useTranslation();
  const faces = useFacesInPhoto(photoId, people);
  if (faces.length === 0) return null;
  const known = faces.filter(({ person }) => person.shown_name).length;
  return (
    <div className={classes.row}>
      {naming && (
        <div className={classes.known} role="status">
          <RingProgress
            aria-hidden="true"
            size={36}
            thickness={4}
            rootColor="rgb(255 255 255 / 0.25)"
            sections={[{ value: (100 * known) / faces.length, color: 'var(--cl-signal)' }]}
          />
          {t('gallery_people.known', { known, total: faces.length })}
        </div>
      )}
      <ul className={classes.list} aria-label={t('gallery_people.in_photo')}>
        {faces.map((face) => {
          const { id, person } = face;
          const name = nameOfPerson(t, person);
          return (
            <li
              key={id}
              className={classes.entry}
              onMouseEnter={() => naming?.point(id)}
              onMouseLeave={() => naming?.point(undefined)}
            >
              <UnstyledButton className={classes.person} onClick={() => onChoose(person.id)}>
                <PersonAvatar size={36} {...cropSourceOfFace(face)} />
                <span className={classes.name}>{name}</span>
              </UnstyledButton>
              {naming && !person.shown_name && (
                <ActionIcon
                  variant="transparent"
                  className={classes.pencil}
                  aria-label={t('gallery_people.name_named', { name })}
                  onClick={() => naming.name(photoId, id)}
                >
                  <IconPencil size={18} stroke={1.7} />
                </ActionIcon>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
