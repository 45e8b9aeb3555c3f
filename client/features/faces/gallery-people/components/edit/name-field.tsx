import { UnstyledButton } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconPencil } from '#client/icons/pencil.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import type { EditPeople } from '../../api/edit-people.ts';
import { nameOfPerson } from '../person-name.ts';
import classes from './name-field.module.css';
import { NameInput } from './name-input.tsx';

interface NameFieldProps {
  galleryId: string;
  person: Person;
  edit: Pick<EditPeople, 'link'>;
  /** Says in words that somebody without a name can be given one. */
  asks?: boolean;
}

/** A name that becomes an input on click. */
export function NameField({ galleryId, person, edit, asks = false }: NameFieldProps) {
  const { t } = useTranslation();
  const [naming, setNaming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const name = nameOfPerson(t, person);
  const asksNow = asks && !person.shown_name && t('gallery_people.who_is_this');
  const label = t(person.shown_name ? 'gallery_people.rename_named' : 'gallery_people.name_named', { name });
  if (naming)
    return (
      <NameInput
        galleryId={galleryId}
        person={person}
        edit={edit}
        onLeave={() => {
          setNaming(false);
          requestAnimationFrame(() => button.current?.focus());
        }}
      />
    );
  return (
    <UnstyledButton
      ref={button}
      className={classes.name}
      data-unnamed={!person.shown_name || undefined}
      aria-label={asksNow ? `${label}: ${asksNow}` : label}
      onClick={() => setNaming(true)}
    >
      <span className={classes.text}>{name}</span>
      <IconPencil size={16} stroke={1.7} className={classes.pencil} />
      {asksNow && <span className={classes.asks}>{asksNow}</span>}
    </UnstyledButton>
  );
}
