import { Skeleton, Tabs } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import { useEditPeople } from '#client/features/faces/gallery-people/api/edit-people.ts';
import { useAllPeople } from '#client/features/faces/gallery-people/api/list-people.ts';
import type { FaceCropSource } from '#client/lib/zoom-to-face.ts';
import scrollBelowTitle from '../scroll-below-title.module.css';
import { useQuestionFigure } from '../use-question-figure.ts';
import classes from './edit-people-dialog.module.css';
import { NameAndMergePeople } from './name-and-merge-people.tsx';
import { PeopleHistory } from './people-history.tsx';
import { PersonFaces } from './person-faces.tsx';
import { QuestionsTab } from './questions-tab.tsx';
import { useOpenQuestions } from './use-open-questions.ts';
import { WholePhotoDialog } from './whole-photo-dialog.tsx';

interface EditPeopleDialogProps {
  galleryId: string;
  /** The person to open first; undefined: the list of all people. */
  personId?: string | undefined;
  tab?: 'questions' | undefined;
  onMerged: (kept: string, gone: string[]) => void;
  onClose: () => void;
}

/** Edits the people of a gallery: names, duplicates, wrong faces, and the history. */
export function EditPeopleDialog(props: EditPeopleDialogProps) {
  const { galleryId, personId, onMerged, onClose } = props;
  const { t } = useTranslation();
  const edit = useEditPeople();
  const { data, error, refetch } = useAllPeople(galleryId);
  const questions = useOpenQuestions(galleryId);
  const questionFigure = useQuestionFigure();
  const [tab, setTab] = useState<string | null>(props.tab ?? 'people');
  const [openId, setOpenId] = useState(personId);
  const [whole, setWhole] = useState<FaceCropSource>();
  const people = data?.faces ?? [];
  const person = people.find(({ id }) => id === openId);

  // A listener on the window, because a change removes the focused button.
  const stepBack = ({ key, target }: KeyboardEvent) => {
    if (key !== 'Escape') return;
    if ((target as Element).closest('[data-mantine-stop-propagation], [aria-expanded="true"]')) return;
    if (whole) setWhole(undefined);
    else if (tab === 'people' && person) setOpenId(undefined);
    else onClose();
  };
  useWindowEvent('keydown', stepBack, { capture: true });

  return (
    <>
      <Dialog
        opened
        onClose={onClose}
        closeOnEscape={false}
        title={t('gallery_people.edit_title')}
        size={960}
        classNames={{
          content: `${scrollBelowTitle.content} ${classes.content}`,
          body: scrollBelowTitle.body,
        }}
      >
        <Tabs value={tab} onChange={setTab} className={classes.tabs} keepMounted={false}>
          <Tabs.List className={classes.list}>
            <Tabs.Tab value="people">{t('gallery_people.tab.people')}</Tabs.Tab>
            <Tabs.Tab value="questions">
              {t('gallery_people.tab.questions')}
              {questions.count > 0 && (
                <span className={classes.figure}>{questionFigure(questions.count, questions.more)}</span>
              )}
            </Tabs.Tab>
            <Tabs.Tab value="history">{t('gallery_people.tab.history')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="people" className={classes.panel}>
            {error && <ErrorState error={error} onRetry={() => void refetch()} />}
            {!data && !error && <Skeleton h={320} mt="md" />}
            {person ? (
              <PersonFaces
                key={person.id}
                galleryId={galleryId}
                person={person}
                people={people}
                edit={edit}
                onBack={() => setOpenId(undefined)}
                onWholePhoto={setWhole}
              />
            ) : (
              data && (
                <NameAndMergePeople
                  galleryId={galleryId}
                  people={people}
                  edit={edit}
                  onOpen={setOpenId}
                  onMerged={onMerged}
                />
              )
            )}
          </Tabs.Panel>
          <Tabs.Panel value="questions" className={classes.panel}>
            <QuestionsTab open={questions} edit={edit} onMerged={onMerged} onWholePhoto={setWhole} />
          </Tabs.Panel>
          <Tabs.Panel value="history" className={classes.panel}>
            <PeopleHistory galleryId={galleryId} edit={edit} />
          </Tabs.Panel>
        </Tabs>
      </Dialog>
      <WholePhotoDialog cropSource={whole} onClose={() => setWhole(undefined)} />
    </>
  );
}
