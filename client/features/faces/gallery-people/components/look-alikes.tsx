import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEditPeople } from '#client/features/faces/gallery-people/api/edit-people.ts';
import type { RouterOutputs } from '#client/lib/trpc.ts';
import { FaceCrop } from './edit/face-crop.tsx';
import { cropSourceOfPerson } from './edit/face-crop-source.ts';
import { keptFirst } from './kept-first.ts';
import classes from './look-alikes.module.css';
import { nameOfPerson } from './person-name.ts';

type LookAlikes = RouterOutputs['recognition']['previewSettings']['look_alikes'];

/** So many pairs are named in the line. */
const NAMED = 3;

/** Who looks alike in a gallery, and the pairs that one photo alone keeps apart, each put together by one tap. */
export function LookAlikes({ pairs, total, by_one_photo }: LookAlikes) {
  const { t } = useTranslation();
  const edit = useEditPeople();
  const [busy, setBusy] = useState(false);
  if (total === 0) return null;
  const both = ({ first, second }: LookAlikes['pairs'][number]) =>
    t('gallery_people.both', { name: nameOfPerson(t, first), other: nameOfPerson(t, second) });
  const merge = async ({ first, second }: LookAlikes['pairs'][number]) => {
    const [kept, gone] = keptFirst(first, second);
    setBusy(true);
    await edit.mergeTogether(kept.id, gone.id);
    setBusy(false);
  };
  const named = pairs.slice(0, NAMED);
  const names = named.map(both).join(', ');
  const more = total - named.length;
  return (
    <div className={classes.alike}>
      <p>
        {more > 0
          ? t('gallery_people.look_alikes_more', { pairs: names, count: more })
          : t('gallery_people.look_alikes', { pairs: names })}
      </p>
      {by_one_photo > 0 && (
        <>
          <p>{t('gallery_people.by_one_photo', { count: by_one_photo })}</p>
          <ul className={classes.pairs}>
            {pairs
              .filter((pair) => pair.by_one_photo)
              .map((pair) => (
                <li key={`${pair.first.id} ${pair.second.id}`}>
                  {[pair.first, pair.second].map((person) => (
                    <span key={person.id} className={classes.face}>
                      <FaceCrop {...cropSourceOfPerson(person)} />
                    </span>
                  ))}
                  <span className={classes.names}>{both(pair)}</span>
                  <Button
                    variant="default"
                    disabled={busy}
                    aria-label={t('gallery_people.one_person_of', { pair: both(pair) })}
                    onClick={() => void merge(pair)}
                  >
                    {t('gallery_people.one_person')}
                  </Button>
                </li>
              ))}
          </ul>
        </>
      )}
    </div>
  );
}
