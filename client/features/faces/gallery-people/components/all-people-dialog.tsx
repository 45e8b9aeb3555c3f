import { TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import { IconSearch } from '#client/icons/search.ts';
import classes from './all-people-dialog.module.css';
import { PersonButton } from './person-button.tsx';
import { nameOfPerson, type ShownPerson } from './person-name.ts';
import scrollBelowTitle from './scroll-below-title.module.css';
import { matchesPerson, sortPeople } from './sort-and-find-people.ts';

interface AllPeopleDialogProps {
  people: ShownPerson[];
  chosenId: string | undefined;
  onChoose: (id: string | undefined) => void;
  onClose: () => void;
}

/** All people of a gallery with a search field; fullscreen on a phone. */
export default function AllPeopleDialog({ people, chosenId, onChoose, onClose }: AllPeopleDialogProps) {
  const { t, i18n } = useTranslation();
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const [typed, setTyped] = useState('');
  const found = sortPeople(people, i18n.language).filter((person) =>
    matchesPerson(nameOfPerson(t, person), typed.trim()),
  );
  const choose = (id: string | undefined) => {
    onChoose(id);
    onClose();
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('gallery_people.all_title')}
      size="lg"
      fullScreen={phone}
      classNames={scrollBelowTitle}
    >
      <div className={classes.search}>
        <TextInput
          type="search"
          data-autofocus={!phone || undefined}
          aria-label={t('gallery_people.find')}
          placeholder={t('gallery_people.find')}
          leftSection={<IconSearch size={18} stroke={1.8} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            const [only] = found;
            if (event.key !== 'Enter' || !typed.trim() || !only || found.length > 1) return;
            // Enter would also click the button that gets the focus, which would undo the choice.
            event.preventDefault();
            choose(only.id);
          }}
        />
        <p className={classes.result} role="status">
          {t('gallery_people.found', { count: found.length })}
        </p>
      </div>
      <ul className={classes.grid} aria-label={t('gallery_people.all_title')}>
        {found.map((person) => (
          <li key={person.id}>
            <PersonButton person={person} chosen={person.id === chosenId} onChoose={choose} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
