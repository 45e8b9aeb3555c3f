import { ActionIcon, Button, TextInput, UnstyledButton } from '@mantine/core';
import { IconCheck, IconPencil } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inputLimits } from '#server/contract/input-limits.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import type { EditPeople } from '../../api/edit-people.ts';
import { useKnownNames } from '../../api/use-known-names.ts';
import { nameOfPerson } from '../person-name.ts';
import classes from './name-field.module.css';

const OFFERED_MOST = 3;

interface NameFieldProps {
  galleryId: string;
  person: Person;
  edit: Pick<EditPeople, 'rename' | 'link'>;
  /** Begins as the input, and is left with it. */
  isOpen?: boolean;
  /** Says in words that somebody without a name can be given one. */
  asks?: boolean;
  onLeave?: () => void;
}

/**
 * A name that becomes an input on click. Enter saves, Escape cancels; a failure keeps the typed text. The name of somebody on
 * the list of the gallery's clubs links to them; those whom it may mean are offered first.
 */
export function NameField({
  galleryId,
  person,
  edit,
  isOpen = false,
  asks = false,
  onLeave,
}: NameFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(isOpen ? person.name : undefined);
  const [seenName, setSeenName] = useState(isOpen ? person.name : '');
  const [saving, setSaving] = useState(false);
  const [offered, setOffered] = useState<{ name: string; people: readonly { id: string; name: string }[] }>();
  const known = useKnownNames(galleryId, person, typed);
  const button = useRef<HTMLButtonElement>(null);
  const name = nameOfPerson(t, person);
  const leave = () => {
    setTyped(undefined);
    setOffered(undefined);
    onLeave?.();
    requestAnimationFrame(() => button.current?.focus());
  };

  const write = async (call: () => Promise<boolean>) => {
    setSaving(true);
    const done = await call();
    setSaving(false);
    if (done) leave();
  };
  /** Whoever goes elsewhere is offered nobody: then a question of the gallery asks. */
  const save = async ({ offers = true } = {}) => {
    const next = (typed ?? '').trim();
    if (saving || next === seenName || next === person.name) return saving ? undefined : leave();
    setSaving(true);
    const { only, fitting } = await known.find(next);
    setSaving(false);
    if (!only && offers && fitting.length > 0 && offered?.name !== next)
      return setOffered({ name: next, people: fitting.slice(0, OFFERED_MOST) });
    return write(() =>
      only ? edit.link(person.id, only.id, only.name) : edit.rename(person.id, next, seenName),
    );
  };

  if (typed === undefined)
    return (
      <UnstyledButton
        ref={button}
        className={classes.name}
        data-unnamed={!person.shown_name || undefined}
        aria-label={t(person.shown_name ? 'gallery_people.rename_named' : 'gallery_people.name_named', {
          name,
        })}
        onClick={() => {
          setTyped(person.name);
          setSeenName(person.name);
        }}
      >
        <span className={classes.text}>{name}</span>
        <IconPencil size={16} stroke={1.7} aria-hidden="true" className={classes.pencil} />
        {asks && !person.shown_name && (
          <span className={classes.asks}>{t('gallery_people.who_is_this')}</span>
        )}
      </UnstyledButton>
    );
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextInput
        autoFocus
        size="sm"
        aria-label={t('gallery_people.name_of', { name })}
        placeholder={t('gallery_people.name_hint')}
        maxLength={inputLimits.nameMax}
        value={typed}
        readOnly={saving}
        list={known.listId}
        data-mantine-stop-propagation
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setOffered(undefined);
        }}
        onBlur={(event) =>
          !event.currentTarget.form?.contains(event.relatedTarget) && void save({ offers: false })
        }
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          leave();
        }}
        rightSection={
          <ActionIcon type="submit" size={34} aria-label={t('common.save')} loading={saving}>
            <IconCheck size={18} aria-hidden="true" />
          </ActionIcon>
        }
      />
      <datalist id={known.listId}>
        {known.names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {offered && (
        <div className={classes.offer}>
          {offered.people.map(({ id, name: ours }, at) => (
            <Button
              key={id}
              size="compact-md"
              // Enter again says yes.
              autoFocus={at === 0}
              disabled={saving}
              variant={at === 0 ? 'filled' : 'default'}
              onClick={() => void write(() => edit.link(person.id, id, ours))}
            >
              {t('gallery_people.our', { name: ours })}
            </Button>
          ))}
          <Button
            size="compact-md"
            variant="subtle"
            disabled={saving}
            onClick={() => void write(() => edit.rename(person.id, offered.name, seenName))}
          >
            {t('gallery_people.only_name', { name: offered.name })}
          </Button>
        </div>
      )}
    </form>
  );
}
