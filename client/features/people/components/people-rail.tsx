import { Skeleton, UnstyledButton } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PersonCrop } from '#client/components/ui/person-crop.tsx';
import { useFormat } from '#client/lib/use-format.ts';
import type { Person } from '#server/contract/schemas/faces.ts';
import classes from './people-rail.module.css';
import { nameOfPerson } from './person-name.ts';
import { useChosenInView } from './use-chosen-in-view.ts';

interface PeopleRailProps {
  people: Person[] | undefined;
  failed: boolean;
  chosenId: string | undefined;
  onChoose: (id: string | undefined) => void;
  /** More faces are still being looked at. */
  processing: boolean;
}

/** Everybody in the gallery, side by side. One tap shows their photos, another one everybody's again. */
export function PeopleRail({ people, failed, chosenId, onChoose, processing }: PeopleRailProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const rail = useChosenInView(chosenId, people !== undefined);
  if (!people && failed) return <p className={classes.none}>{t('people.load_failed')}</p>;
  if (!people)
    return (
      <div className={classes.rail} aria-hidden="true">
        {[1, 2, 3, 4, 5, 6].map((key) => (
          <div key={key} className={classes.person}>
            <span className={classes.ring}>
              <Skeleton circle h={72} w={72} />
            </span>
            <span className={classes.name}>&nbsp;</span>
            <span className={classes.count}>&nbsp;</span>
          </div>
        ))}
      </div>
    );
  if (people.length === 0)
    return <p className={classes.none}>{t(processing ? 'people.none_yet' : 'people.none')}</p>;
  return (
    <ul ref={rail} className={classes.rail} aria-label={t('people.in_gallery')}>
      {people.map((person) => {
        const chosen = person.id === chosenId;
        const name = nameOfPerson(t, person);
        return (
          <li key={person.id}>
            <UnstyledButton
              className={classes.person}
              data-chosen={chosen || undefined}
              aria-pressed={chosen}
              onClick={() => onChoose(chosen ? undefined : person.id)}
            >
              <span className={classes.ring}>
                <PersonCrop
                  url={person.representative_photo_url}
                  photoWidth={person.representative_photo_width}
                  photoHeight={person.representative_photo_height}
                  box={person.representative_bounding_box}
                />
              </span>
              <span className={classes.name} data-unnamed={!person.name || undefined}>
                {name}
              </span>
              <span className={classes.count}>
                {t('galleries.photos', { count: person.photo_count, n: number(person.photo_count) })}
              </span>
            </UnstyledButton>
          </li>
        );
      })}
      {chosenId && (
        <li className={classes.end}>
          <UnstyledButton className={classes.person} onClick={() => onChoose(undefined)}>
            <span className={classes.all}>
              <IconUsers size={28} stroke={1.5} aria-hidden="true" />
            </span>
            <span className={classes.name}>{t('common.show_all')}</span>
          </UnstyledButton>
        </li>
      )}
    </ul>
  );
}
