import { Button } from '@mantine/core';
import { Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type EditPeople, isAnsweredAlready } from '#client/features/faces/gallery-people/api/edit-people.ts';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import type { OnRefused } from '#client/hooks/use-undoable-change.ts';
import { toast } from '#client/lib/toast.ts';
import type { SharingCheck } from '#server/contract/schemas/share-links.ts';
import { nameOfPerson } from '../person-name.ts';
import classes from './sharing-check-dialog.module.css';

type Refuser = SharingCheck['likely_refusers'][number];
type Likely = Refuser['people'][number];

interface LikelyRefusersProps {
  refusers: Refuser[];
  edit: EditPeople;
  row: (likely: Likely, answers: ReactNode) => ReactNode;
  onAnswer: () => void;
  onAnswered: () => void;
}

/** Who may be somebody who refused: one question for each of them, with all the groups that it may be. */
export function LikelyRefusers({ refusers, edit, row, onAnswer, onAnswered }: LikelyRefusersProps) {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const [busy, setBusy] = useState(false);
  const onRefused = (error: unknown) =>
    isAnsweredAlready(error) ? toast.info(t('gallery_people.question_settled')) : showError(error);
  const answer = async (send: (refused: OnRefused) => Promise<boolean>) => {
    onAnswer();
    setBusy(true);
    await send(onRefused);
    setBusy(false);
    onAnswered();
  };
  const [now] = useState(() => new Date());
  const { number, dateTime } = useFormat();
  const waits = ({ photo_count: count, until }: NonNullable<Refuser['waiting']>) =>
    new Date(until) > now
      ? t('sharing_check.waiting', { count, n: number(count), until: dateTime(until) })
      : t('sharing_check.waited', { count, n: number(count) });
  return refusers.map(({ club_person_id, name, people, waiting }) => (
    <Fragment key={club_person_id}>
      <h4 className={classes.question}>{t('gallery_people.link_question', { name })}</h4>
      {waiting && <p className={classes.text}>{waits(waiting)}</p>}
      <ul className={classes.plain}>
        {people.map((likely) => {
          const { id } = likely.person;
          const named = { person: nameOfPerson(t, likely.person), name };
          return row(
            likely,
            <>
              <Button
                variant="default"
                disabled={busy}
                aria-label={t('sharing_check.likely_yes_named', named)}
                onClick={() =>
                  void answer((refused) =>
                    edit.answerLinkYes(id, { club_person_id, name }, undefined, refused),
                  )
                }
              >
                {t('gallery_people.link_yes')}
              </Button>
              <Button
                variant="default"
                disabled={busy}
                aria-label={t('sharing_check.likely_no_named', named)}
                onClick={() =>
                  void answer((refused) => edit.answerLinkNo(id, [{ club_person_id, name }], refused))
                }
              >
                {t('gallery_people.link_no')}
              </Button>
            </>,
          );
        })}
      </ul>
    </Fragment>
  ));
}
