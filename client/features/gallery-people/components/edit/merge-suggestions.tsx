import { Button, Skeleton } from '@mantine/core';
import { IconCheck, IconChecks, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#client/components/ui/empty-state.tsx';
import { ErrorState } from '#client/components/ui/error-state.tsx';
import type { EditPeople } from '#client/features/gallery-people/api/edit-people.ts';
import { useSuggestions } from '#client/features/gallery-people/api/list-people.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import { nameOfPerson } from '../person-name.ts';
import type { FaceCropSource } from './face-crop.tsx';
import classes from './merge-suggestions.module.css';
import { QuestionFace } from './question-face.tsx';

interface MergeSuggestionsProps {
  galleryId: string;
  edit: EditPeople;
  onMerged: (kept: string, gone: string[]) => void;
  onWholePhoto: (cropSource: FaceCropSource) => void;
}

/** Merge suggestions, one at a time: are these two the same person? */
export function MergeSuggestions({ galleryId, edit, onMerged, onWholePhoto }: MergeSuggestionsProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useSuggestions(galleryId);
  const [busy, setBusy] = useState(false);
  const [first, ...rest] = data?.suggestions ?? [];
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={280} mt="md" />;
  if (!first)
    return (
      <EmptyState
        icon={IconChecks}
        title={t('gallery_people.no_questions')}
        text={t('gallery_people.no_questions_text')}
      />
    );

  const answer = async (work: Promise<boolean>) => {
    setBusy(true);
    await work;
    await refetch();
    setBusy(false);
  };
  const [kept, gone] = keptFirst(first.first, first.second);
  const same = async () => {
    const done = await edit.merge(kept.id, [gone.id]);
    if (done) onMerged(kept.id, [gone.id]);
    return done;
  };
  return (
    <section className={classes.question} aria-label={t('gallery_people.same_question')}>
      <h3 className={classes.title}>{t('gallery_people.same_question')}</h3>
      <div className={classes.pair}>
        {[first.first, first.second].map((person) => (
          <QuestionFace
            key={person.id}
            person={person}
            caption={nameOfPerson(t, person)}
            onWholePhoto={onWholePhoto}
          />
        ))}
      </div>
      <div className={classes.answers}>
        <Button
          size="lg"
          disabled={busy}
          leftSection={<IconCheck size={20} aria-hidden="true" />}
          onClick={() => void answer(same())}
        >
          {t('gallery_people.yes_same')}
        </Button>
        <Button
          size="lg"
          variant="default"
          disabled={busy}
          leftSection={<IconX size={20} aria-hidden="true" />}
          onClick={() => void answer(edit.keepApart(first.first.id, first.second.id))}
        >
          {t('gallery_people.no_different')}
        </Button>
      </div>
      <p className={classes.rest} role="status">
        {t('gallery_people.questions_left', { count: rest.length })}
      </p>
    </section>
  );
}

/** The person to keep: the named one, else the one with more photos. */
function keptFirst(a: Person, b: Person): [Person, Person] {
  if (Boolean(a.name) !== Boolean(b.name)) return a.name ? [a, b] : [b, a];
  return a.photo_count >= b.photo_count ? [a, b] : [b, a];
}
