import { Button, Checkbox, Switch, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditPeople } from '#client/features/faces/gallery-people/api/edit-people.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { useSelection } from '#client/hooks/use-selection.ts';
import { IconArrowsJoin2 } from '#client/icons/arrows-join-2.ts';
import { IconArrowsSplit2 } from '#client/icons/arrows-split-2.ts';
import { IconEye } from '#client/icons/eye.ts';
import { IconEyeOff } from '#client/icons/eye-off.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import { nameOfPerson } from '../person-name.ts';
import { ChooseNameDialog } from './choose-name-dialog.tsx';
import { FaceCrop } from './face-crop.tsx';
import { cropSourceOfPerson } from './face-crop-source.ts';
import classes from './name-and-merge-people.module.css';
import { NameField } from './name-field.tsx';

interface NameAndMergePeopleProps {
  galleryId: string;
  people: Person[];
  edit: EditPeople;
  onOpen: (personId: string) => void;
  onMerged: (kept: string, gone: string[]) => void;
}

/** All people of a gallery, to be named or merged. */
export function NameAndMergePeople({ galleryId, people, edit, onOpen, onMerged }: NameAndMergePeopleProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const selection = useSelection();
  const [withHidden, setWithHidden] = useState(false);
  const [hiding, setHiding] = useState(false);
  const [choosingName, setChoosing] = useState(false);
  const hiddenCount = people.filter((person) => person.is_hidden).length;
  const shown = people.filter((person) => withHidden || !person.is_hidden);
  const chosen = shown.filter((person) => selection.has(person.id));

  // The named person, or else the one with most photos, is kept; the list has that order. Of several names one is chosen.
  const named = chosen.filter(
    ({ shown_name }, at) =>
      shown_name !== '' && chosen.findIndex((each) => each.shown_name === shown_name) === at,
  );
  const merge = async (kept = chosen[0]) => {
    setChoosing(false);
    const gone = chosen.filter((person) => person !== kept).map(({ id }) => id);
    if (kept && (await edit.merge(kept.id, gone))) {
      selection.clear();
      onMerged(kept.id, gone);
    }
  };
  const keepApart = async ([one, other]: Person[]) => {
    if (one && other && (await edit.answerDifferent(one.id, [other.id]))) selection.clear();
  };
  // All chosen people get the state that the button names: hidden, unless all of them are hidden already.
  const hides = chosen.some((person) => !person.is_hidden);
  const hideChosen = async () => {
    const changed = chosen.filter((person) => person.is_hidden !== hides);
    const people = changed.map((person) => ({ id: person.id, name: nameOfPerson(t, person) }));
    setHiding(true);
    if (await edit.hide(people, hides)) selection.clear();
    setHiding(false);
  };

  return (
    <>
      <div className={classes.bar}>
        <span className={classes.lead} role="status">
          {chosen.length > 0
            ? t('gallery_people.chosen', { count: chosen.length })
            : t('gallery_people.edit_lead')}
        </span>
        {hiddenCount > 0 && chosen.length === 0 && (
          <Switch
            label={t('gallery_people.show_hidden', { count: hiddenCount })}
            checked={withHidden}
            onChange={(event) => setWithHidden(event.currentTarget.checked)}
          />
        )}
        {chosen.length > 0 && (
          <>
            <Button
              onClick={() => (named.length > 1 ? setChoosing(true) : void merge())}
              disabled={chosen.length < 2}
              leftSection={<IconArrowsJoin2 size={18} stroke={1.7} />}
            >
              {t('gallery_people.same_person')}
            </Button>
            {chosen.length === 2 && (
              <Button
                variant="default"
                px="sm"
                onClick={() => void keepApart(chosen)}
                leftSection={<IconArrowsSplit2 size={18} stroke={1.7} />}
              >
                {t('gallery_people.two_people')}
              </Button>
            )}
            <Button
              variant="default"
              px="sm"
              loading={hiding}
              onClick={() => void hideChosen()}
              leftSection={hides ? <IconEyeOff size={18} stroke={1.7} /> : <IconEye size={18} stroke={1.7} />}
            >
              {t(hides ? 'gallery_people.hide' : 'gallery_people.show')}
            </Button>
            <Button variant="subtle" onClick={selection.clear}>
              {t('selection.clear')}
            </Button>
          </>
        )}
      </div>
      <ChooseNameDialog
        people={choosingName ? named : []}
        onChoose={(kept) => void merge(kept)}
        onCancel={() => setChoosing(false)}
      />
      <ul className={classes.grid} aria-label={t('gallery_people.in_gallery')}>
        {shown.map((person) => {
          const name = nameOfPerson(t, person);
          return (
            <li key={person.id} className={classes.card} data-hidden={person.is_hidden || undefined}>
              <div className={classes.picture} data-chosen={selection.has(person.id) || undefined}>
                <UnstyledButton
                  aria-label={t('gallery_people.faces_of', { name })}
                  onClick={() => onOpen(person.id)}
                  className={classes.open}
                >
                  <FaceCrop {...cropSourceOfPerson(person)} />
                </UnstyledButton>
                <Checkbox
                  className={classes.tick}
                  size="md"
                  aria-label={t('gallery_people.choose', { name })}
                  checked={selection.has(person.id)}
                  onChange={() => selection.toggle(person.id)}
                />
              </div>
              <NameField galleryId={galleryId} person={person} edit={edit} />
              <span className={classes.count}>
                {person.is_hidden
                  ? t('gallery_people.is_hidden')
                  : t('galleries.photos', { count: person.photo_count, n: number(person.photo_count) })}
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
