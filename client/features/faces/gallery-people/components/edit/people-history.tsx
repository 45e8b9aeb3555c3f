import { Button, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MoreButton } from '#client/components/ui/data/more-button.tsx';
import { EmptyState } from '#client/components/ui/feedback/empty-state.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import type { EditPeople } from '#client/features/faces/gallery-people/api/edit-people.ts';
import { usePeopleHistory } from '#client/features/faces/gallery-people/api/list-people.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconArrowBackUp } from '#client/icons/arrow-back-up.ts';
import { IconHistory } from '#client/icons/history.ts';
import type { RouterOutputs } from '#client/lib/trpc.ts';
import { nameOfPerson } from '../person-name.ts';
import classes from './people-history.module.css';

type Decision = RouterOutputs['galleryPeople']['history']['decisions'][number];

/** The history of manual changes, newest first, each with undo. */
export function PeopleHistory({ galleryId, edit }: { galleryId: string; edit: EditPeople }) {
  const { t } = useTranslation();
  const { decisions, total, ...history } = usePeopleHistory(galleryId);
  const { data, error, refetch } = history;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={240} mt="md" />;
  if (decisions.length === 0)
    return (
      <EmptyState
        icon={IconHistory}
        title={t('gallery_people.no_history')}
        text={t('gallery_people.no_history_text')}
      />
    );
  return (
    <>
      <ul className={classes.list} aria-label={t('gallery_people.history')}>
        {decisions.map((decision) => (
          <DecisionRow key={decision.id} decision={decision} edit={edit} />
        ))}
      </ul>
      <MoreButton
        shown={decisions.length}
        total={total}
        loading={history.isFetchingNextPage}
        onMore={history.loadMore}
      />
    </>
  );
}

function DecisionRow({ decision, edit }: { decision: Decision; edit: EditPeople }) {
  const { t } = useTranslation();
  const { ago } = useFormat();
  const { id, kind, params, face_count, person_name, person_number, undone_at, can_undo } = decision;
  const person =
    person_number === null
      ? t('gallery_people.somebody')
      : nameOfPerson(t, { name: person_name, number: person_number });
  const sentence = t(`gallery_people.did.${kind}`, {
    name: (kind === 'renamed' && String(params.to ?? '')) || person,
    count: Number(params.people ?? (kind === 'merged' ? 2 : face_count)),
  });
  return (
    <li className={classes.row} data-undone={undone_at !== null || undefined}>
      <div className={classes.words}>
        <span className={classes.sentence}>{sentence}</span>
        <span className={classes.facts}>
          {t('gallery_people.made_by', {
            name: decision.made_by_name || t('common.unknown'),
            when: ago(decision.created_at),
          })}
        </span>
        {undone_at === null && !can_undo && (
          <span className={classes.facts}>{t('errors.later_decision_not_undone')}</span>
        )}
      </div>
      {undone_at !== null && <span className={classes.facts}>{t('gallery_people.was_undone')}</span>}
      {can_undo && (
        <Button
          variant="default"
          aria-label={t('gallery_people.undo_named', { what: sentence })}
          loading={edit.undoing === id}
          leftSection={<IconArrowBackUp size={18} stroke={1.7} />}
          onClick={() => void edit.undo(id)}
        >
          {t('gallery_people.undo')}
        </Button>
      )}
    </li>
  );
}
