import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '#client/components/ui/elements/person-avatar.tsx';
import type { FaceCropSource } from '#client/lib/zoom-to-face.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import { cropSourceOfPerson } from '../edit/face-crop-source.ts';
import { nameOfPerson } from '../person-name.ts';
import classes from './sharing-check-dialog.module.css';

interface PersonRowProps {
  person: Person;
  facts: string;
  onWholePhoto: (cropSource: FaceCropSource) => void;
  /** What can be said about the person. */
  children?: ReactNode;
}

/** Somebody in the photos; a tap on the face shows the whole photo. */
export function PersonRow({ person, facts, onWholePhoto, children }: PersonRowProps) {
  const { t } = useTranslation();
  const name = nameOfPerson(t, person);
  const source = cropSourceOfPerson(person);
  return (
    <li className={classes.row}>
      <UnstyledButton
        className={classes.face}
        aria-label={t('gallery_people.whole_photo_of', { name })}
        onClick={() => onWholePhoto(source)}
      >
        <PersonAvatar {...source} size={72} />
      </UnstyledButton>
      <div className={classes.words}>
        <span className={classes.name}>{name}</span>
        <span className={classes.facts}>{facts}</span>
      </div>
      {children && <div className={classes.answers}>{children}</div>}
    </li>
  );
}
