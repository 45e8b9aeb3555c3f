import { Skeleton, UnstyledButton } from '@mantine/core';
import { type ComponentProps, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import type { Icon } from '#client/icons/icon.tsx';
import { IconPhoto } from '#client/icons/photo.ts';
import { IconSearch } from '#client/icons/search.ts';
import classes from './people-strip.module.css';
import { PersonButton } from './person-button.tsx';
import type { ShownPerson } from './person-name.ts';
import { useScrollToChosen } from './use-scroll-to-chosen.ts';

const AllPeopleDialog = lazyPart(() => import('./all-people-dialog.tsx'));

/** From this number of people on, the strip offers a search. */
const manyPeople = 12;

interface PeopleStripProps {
  people: ShownPerson[] | undefined;
  failed: boolean;
  chosenId: string | undefined;
  onChoose: (id: string | undefined) => void;
  /** Photos are still being analysed. */
  processing: boolean;
}

/** A horizontal strip of all people of a gallery, with a search if there are many. */
export function PeopleStrip({ people, failed, chosenId, onChoose, processing }: PeopleStripProps) {
  const { t } = useTranslation();
  const strip = useScrollToChosen(chosenId, people !== undefined);
  const [finding, setFinding] = useState(false);
  if (!people && failed) return <p className={classes.none}>{t('gallery_people.load_failed')}</p>;
  if (!people) return <StripSkeleton />;
  if (people.length === 0)
    return (
      <p className={classes.none}>{t(processing ? 'gallery_people.none_yet' : 'gallery_people.none')}</p>
    );
  const many = people.length >= manyPeople;
  return (
    <>
      <ul
        ref={strip}
        className={classes.strip}
        data-pinned={many || chosenId ? true : undefined}
        aria-label={t('gallery_people.in_gallery')}
      >
        {chosenId && (
          <li className={classes.start}>
            <StripButton icon={IconPhoto} word={t('common.show_all')} onClick={() => onChoose(undefined)} />
          </li>
        )}
        {many && (
          <li className={chosenId ? undefined : classes.start}>
            <StripButton
              icon={IconSearch}
              word={t('gallery_people.find_short')}
              aria-haspopup="dialog"
              aria-label={t('gallery_people.find')}
              onClick={() => setFinding(true)}
            />
          </li>
        )}
        {people.map((person) => (
          <li key={person.id}>
            <PersonButton person={person} chosen={person.id === chosenId} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      <Suspense>
        {finding && (
          <AllPeopleDialog
            people={people}
            chosenId={chosenId}
            onChoose={onChoose}
            onClose={() => setFinding(false)}
          />
        )}
      </Suspense>
    </>
  );
}

interface StripButtonProps extends ComponentProps<'button'> {
  icon: Icon;
  word: string;
}

/** As large as a person. */
function StripButton({ icon: Mark, word, ...props }: StripButtonProps) {
  return (
    <UnstyledButton className={classes.person} {...props}>
      <span className={classes.all}>
        <Mark size={28} stroke={1.5} />
      </span>
      <span className={classes.name}>{word}</span>
    </UnstyledButton>
  );
}

function StripSkeleton() {
  return (
    <div className={classes.strip} aria-hidden="true">
      {[1, 2, 3, 4, 5, 6].map((key) => (
        <div key={key} className={classes.person}>
          <span className={classes.ring}>
            <Skeleton circle h="var(--avatar)" w="var(--avatar)" />
          </span>
          <span className={classes.name}>&nbsp;</span>
          <span className={classes.count}>&nbsp;</span>
        </div>
      ))}
    </div>
  );
}
