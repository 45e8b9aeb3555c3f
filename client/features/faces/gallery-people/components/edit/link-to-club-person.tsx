import { Badge, Button, CloseButton, Group, Popover } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PickerOption, SearchPicker } from '#client/components/ui/forms/search-picker.tsx';
import { useAddToClub } from '#client/features/faces/gallery-people/api/add-to-club.ts';
import type { EditPeople } from '#client/features/faces/gallery-people/api/edit-people.ts';
import { useClubPeopleOfGallery } from '#client/features/faces/gallery-people/api/list-people.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import classes from './link-to-club-person.module.css';

/** Begins the id of the choice to add somebody to the list of a club. */
const NEW_IN = 'new ';

interface LinkToClubPersonProps {
  galleryId: string;
  person: Person;
  edit: EditPeople;
}

type LinkedClubPeopleProps = Pick<LinkToClubPersonProps, 'person' | 'edit'>;

/** The people of clubs whom a person is linked to. */
export function LinkedClubPeople({ person, edit }: LinkedClubPeopleProps) {
  const { t } = useTranslation();
  return person.club_people.map(({ id, club_id, name }) => (
    <Badge
      key={id}
      size="lg"
      variant="light"
      tt="none"
      className={classes.linked}
      rightSection={
        <CloseButton
          size="sm"
          aria-label={t('gallery_people.unlink_named', { name })}
          onClick={() => void edit.unlink(person.id, club_id, name)}
        />
      }
    >
      {name}
    </Badge>
  ));
}

/** Which person of the gallery's clubs this is. Shows nothing where the clubs keep no list of people. */
export function LinkToClubPerson({ galleryId, person, edit }: LinkToClubPersonProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const { data } = useClubPeopleOfGallery(galleryId, '');
  const { add } = useAddToClub(edit);
  const useResults = (typed: string) => {
    const { data: found, isFetching } = useClubPeopleOfGallery(galleryId, typed);
    if (!typed || !found) return { options: [], loading: isFetching };
    const options: PickerOption[] = found.people.map(({ id, name, club_name }) => ({
      id,
      label: name,
      hint: club_name,
    }));
    const added = found.adds_to.map(({ id, name: club }) => ({
      id: `${NEW_IN}${id}`,
      label: typed,
      hint: t('gallery_people.add_to_club', { club }),
    }));
    return { options: [...options, ...(isFetching ? [] : added)], loading: isFetching };
  };
  if (!data?.any) return null;
  return (
    <Group gap="xs">
      <LinkedClubPeople person={person} edit={edit} />
      <Popover opened={opened} onChange={setOpened} withinPortal={false} trapFocus shadow="md" width={280}>
        <Popover.Target>
          <Button variant="default" aria-expanded={opened} onClick={() => setOpened((before) => !before)}>
            {t('gallery_people.who_is_this')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown data-mantine-stop-propagation>
          <SearchPicker
            label={t('gallery_people.person_of_club')}
            placeholder={t('gallery_people.person_of_club_hint')}
            useResults={useResults}
            without={person.club_people.map(({ id }) => id)}
            onPick={(option) => {
              setOpened(false);
              if (option.id.startsWith(NEW_IN))
                void add(person.id, option.id.slice(NEW_IN.length), option.label);
              else void edit.link(person.id, option.id, option.label);
            }}
          />
        </Popover.Dropdown>
      </Popover>
    </Group>
  );
}
