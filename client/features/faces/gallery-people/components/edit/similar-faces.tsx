import { ActionIcon, Button, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditPeople } from '#client/features/faces/gallery-people/api/edit-people.ts';
import { useSimilarFaces } from '#client/features/faces/gallery-people/api/list-people.ts';
import { IconCheck } from '#client/icons/check.ts';
import { IconX } from '#client/icons/x.ts';
import type { FaceCropSource } from '#client/lib/zoom-to-face.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import { nameOfPerson } from '../person-name.ts';
import { FaceCrop } from './face-crop.tsx';
import { cropSourceOfFace } from './face-crop-source.ts';
import classes from './similar-faces.module.css';

interface SimilarFacesProps {
  galleryId: string;
  person: Person;
  edit: EditPeople;
  onWholePhoto: (cropSource: FaceCropSource) => void;
}

/** Faces that may belong to this person but are too uncertain to assign automatically. */
export function SimilarFaces({ galleryId, person, edit, onWholePhoto }: SimilarFacesProps) {
  const { t } = useTranslation();
  const { data } = useSimilarFaces(person.id);
  // Answered faces are hidden at once; the server's answer brings the next ones.
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  const faces = (data?.faces ?? []).filter((face) => !answered.has(face.id));
  const name = nameOfPerson(t, person);
  if (faces.length === 0) return null;

  const answer = async (ids: string[], work: Promise<boolean>) => {
    setAnswered((before) => new Set([...before, ...ids]));
    // After a failure or an undo, they are shown again.
    await work;
    setAnswered((before) => new Set([...before].filter((id) => !ids.includes(id))));
  };
  const yes = (ids: string[]) => void answer(ids, edit.move(galleryId, ids, { id: person.id, name }));
  const no = (id: string) => void answer([id], edit.reject(person.id, [id], name));

  return (
    <section className={classes.band} aria-label={t('gallery_people.also', { name })}>
      <div className={classes.head}>
        <h3 className={classes.title}>{t('gallery_people.also', { name })}</h3>
        <span className={classes.lead}>{t('gallery_people.also_lead')}</span>
        {faces.length > 1 && (
          <Button variant="default" ms="auto" onClick={() => yes(faces.map(({ id }) => id))}>
            {t('gallery_people.all_yes')}
          </Button>
        )}
      </div>
      <ul className={classes.row}>
        {faces.map((face, index) => (
          <li key={face.id} className={classes.face}>
            <UnstyledButton
              className={classes.open}
              aria-label={t('gallery_people.show_whole', { index: index + 1 })}
              onClick={() => onWholePhoto(cropSourceOfFace(face))}
            >
              <FaceCrop {...cropSourceOfFace(face)} />
            </UnstyledButton>
            <div className={classes.answers}>
              <ActionIcon
                variant="filled"
                color="cobalt"
                aria-label={t('gallery_people.is_person', { index: index + 1, name })}
                onClick={() => yes([face.id])}
              >
                <IconCheck size={20} />
              </ActionIcon>
              <ActionIcon
                variant="default"
                aria-label={t('gallery_people.is_not_person', { index: index + 1, name })}
                onClick={() => no(face.id)}
              >
                <IconX size={20} />
              </ActionIcon>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
