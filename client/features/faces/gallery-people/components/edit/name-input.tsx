import { ActionIcon, Combobox, TextInput, useCombobox } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '#client/components/ui/elements/person-avatar.tsx';
import { IconCheck } from '#client/icons/check.ts';
import { inputLimits } from '#server/contract/input-limits.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import type { EditPeople } from '../../api/edit-people.ts';
import { useKnownNames } from '../../api/use-known-names.ts';
import { useRenamePerson } from '../../api/use-rename-person.ts';
import { nameOfPerson } from '../person-name.ts';
import { cropSourceOfFace } from './face-crop-source.ts';
import classes from './name-field.module.css';

/** The id of the option that takes the name as it is typed. */
const NEW_NAME = 'new';
/** The same of the option that takes the name of the file. */
const NAME_IN_FILE = 'file';

interface NameInputProps {
  galleryId: string;
  person: Person;
  edit: Pick<EditPeople, 'link'>;
  /** People of clubs who are others for certain. */
  taken?: readonly string[];
  /** Whom the file of the photo names here. */
  nameInFile?: string | null;
  /** `goesOn`: by Enter, a choice, or *Save*, and not by Escape or by going elsewhere. */
  onLeave: (goesOn: boolean) => void;
}

/**
 * The name of a person as an input. Those on the list of the gallery's clubs whom it may mean are offered, and Enter takes the
 * first; the name as it is typed is last. So are those whom a name may mean that was typed before they were listed. A name that the file says is offered while nothing is typed. Escape cancels; a failure keeps the typed text.
 */
export function NameInput({ galleryId, person, edit, taken, nameInFile, onLeave }: NameInputProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(person.name);
  const [seenName] = useState(person.name);
  const [saving, setSaving] = useState(false);
  const renamePerson = useRenamePerson();
  const known = useKnownNames(galleryId, person, typed, taken);
  const { people } = known;
  const input = useRef<HTMLInputElement>(null);
  const fromFile = typed === '' && !person.shown_name ? nameInFile : null;
  const combobox = useCombobox({ opened: (people.length > 0 || Boolean(fromFile)) && !saving });
  const { selectFirstOption, resetSelectedOption } = combobox;
  const isUntouched = typed.trim() === person.name;
  /** Whom Enter takes. Of several whom a name means that was typed before the list nobody: it would be the first thing pressed. */
  const first = isUntouched && people.length > 1 ? undefined : people[0];
  const offered = first && people.map(({ id }) => id).join();
  useEffect(() => {
    if (!offered) return resetSelectedOption();
    const id = selectFirstOption();
    // The library names an option to screen readers only once an arrow key was pressed.
    if (id) input.current?.setAttribute('aria-activedescendant', id);
  }, [offered, selectFirstOption, resetSelectedOption]);

  const write = async (call: () => Promise<boolean>, goesOn: boolean) => {
    setSaving(true);
    const done = await call();
    setSaving(false);
    if (done) onLeave(goesOn);
  };
  const name = typed.trim();
  const rename = (to: string) => renamePerson(person.id, to, seenName);
  /** Whoever goes elsewhere is offered nobody: then a question of the gallery asks. */
  const save = async (goesOn: boolean) => {
    if (saving) return;
    const isAsked = isUntouched && person.name_is_held && goesOn && people.length === 0;
    if ((name === seenName || isUntouched) && !isAsked) return onLeave(goesOn);
    return take(name, goesOn);
  };
  const take = async (text: string, goesOn: boolean) => {
    setSaving(true);
    const found = await known.find(text);
    setSaving(false);
    const { only } = found;
    if (only) return write(() => edit.link(person.id, only.id, only.name), goesOn);
    if (goesOn && people.length === 0 && found.people.length > 0) return known.search(text);
    if (text === person.name) return onLeave(goesOn);
    return write(() => rename(text), goesOn);
  };
  const choose = (id: string) => {
    if (id === NAME_IN_FILE && fromFile) {
      setTyped(fromFile);
      return void take(fromFile, true);
    }
    const chosen = people.find((one) => one.id === id);
    if (!chosen && isUntouched) return onLeave(true);
    void write(chosen ? () => edit.link(person.id, id, chosen.name) : () => rename(name), true);
  };
  const clubs = new Set(people.map(({ club_id }) => club_id));

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={choose}
      withinPortal={false}
      position="bottom-start"
      shadow="md"
    >
      <form
        className={classes.form}
        data-mantine-stop-propagation
        onSubmit={(event) => {
          event.preventDefault();
          void save(true);
        }}
      >
        <Combobox.Target withExpandedAttribute>
          <TextInput
            ref={input}
            autoFocus
            size="sm"
            aria-label={t('gallery_people.name_of', { name: nameOfPerson(t, person) })}
            placeholder={t('gallery_people.name_hint')}
            maxLength={inputLimits.nameMax}
            value={typed}
            readOnly={saving}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              known.searchSoon(event.currentTarget.value.trim());
            }}
            onBlur={(event) => !event.currentTarget.form?.contains(event.relatedTarget) && void save(false)}
            onKeyDown={(event) => {
              // Pressed before the library has marked the first one.
              const takes = event.key === 'Enter' && !saving && !event.nativeEvent.isComposing;
              if (takes && first && combobox.getSelectedOptionIndex() === -1) {
                event.preventDefault();
                choose(first.id);
              }
              if (event.key !== 'Escape') return;
              event.stopPropagation();
              onLeave(false);
            }}
            rightSection={
              <ActionIcon type="submit" size={34} aria-label={t('common.save')} loading={saving}>
                <IconCheck size={18} />
              </ActionIcon>
            }
          />
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Options aria-label={t('gallery_people.suggested')}>
            {people.map(({ id, name: ours, club_name, picture }) => (
              <Combobox.Option key={id} value={id} className={classes.option}>
                <PersonAvatar size={36} {...cropSourceOfFace(picture)} />
                <span className={classes.label}>
                  {ours}
                  {clubs.size > 1 && <span className={classes.hint}>{club_name}</span>}
                </span>
              </Combobox.Option>
            ))}
            {fromFile ? (
              <Combobox.Option value={NAME_IN_FILE} className={classes.option}>
                <span className={classes.label}>
                  {fromFile}
                  <span className={classes.hint}>{t('gallery_people.file_says')}</span>
                </span>
              </Combobox.Option>
            ) : (
              <Combobox.Option value={NEW_NAME} className={classes.option}>
                <span className={classes.label}>{t('gallery_people.new_name', { name })}</span>
              </Combobox.Option>
            )}
          </Combobox.Options>
        </Combobox.Dropdown>
      </form>
    </Combobox>
  );
}
