import { Button } from '@mantine/core';
import { IconDownload, IconLink, IconUserEdit, IconUsersGroup } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEditPeople } from '#client/features/gallery-people/api/edit-people.ts';
import { usePeople, useQuestionCount } from '#client/features/gallery-people/api/list-people.ts';
import { NameField } from '#client/features/gallery-people/components/edit/name-field.tsx';
import { PeopleStrip } from '#client/features/gallery-people/components/people-strip.tsx';
import { useQuestionFigure } from '#client/features/gallery-people/components/use-question-figure.ts';
import { useDownloadPhotos } from '#client/features/photos/api/download-photos.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import classes from './gallery-people.module.css';

const EditPeopleDialog = lazy(() =>
  import('#client/features/gallery-people/components/edit/edit-people-dialog.tsx').then((m) => ({
    default: m.EditPeopleDialog,
  })),
);

interface GalleryPeopleProps {
  gallery: Gallery;
  chosenId: string | undefined;
  onChoose: (id: string | undefined) => void;
  onShare: (personId: string) => void;
  processing: boolean;
}

/** The strip of people, the download of the chosen person's photos, and a button to edit people. */
export function GalleryPeople({ gallery, chosenId, onChoose, onShare, processing }: GalleryPeopleProps) {
  const { t } = useTranslation();
  const { data: people, error } = usePeople(gallery.id);
  const mayEdit = gallery.permissions.can_edit_people;
  const questions = useQuestionCount(gallery.id, mayEdit);
  const questionFigure = useQuestionFigure();
  const edit = useEditPeople();
  const download = useDownloadPhotos(gallery.id);
  const [editing, setEditing] = useState<{ personId?: string; tab?: 'questions' }>();
  const chosen = people?.faces.find(({ id }) => id === chosenId);
  const hasPeople = (people?.faces.length ?? 0) > 0;
  if (gallery.photo_count === 0 && !hasPeople) return null;
  return (
    <>
      <PeopleStrip
        people={people?.faces}
        failed={error !== null}
        chosenId={chosenId}
        onChoose={onChoose}
        processing={processing}
      />
      {/* Reserves space, so that the photos do not move when the people are loaded. */}
      {mayEdit && !people && !error && <div className={classes.line} />}
      {hasPeople && (mayEdit || chosen) && (
        <div className={classes.line} data-chosen={chosen !== undefined || undefined}>
          {chosen && mayEdit && (
            <div className={classes.name}>
              <NameField
                key={chosen.id}
                person={chosen}
                onRename={(name, seen) => edit.rename(chosen.id, name, seen)}
              />
            </div>
          )}
          {chosen && (
            <Button
              variant="subtle"
              loading={download.pending}
              leftSection={<IconDownload size={18} stroke={1.7} aria-hidden="true" />}
              onClick={() => void download.save({ face_id: chosen.id })}
            >
              {t('photos.download_person')}
            </Button>
          )}
          {chosen && gallery.permissions.can_create_sharing_links && (
            <Button
              variant="subtle"
              leftSection={<IconLink size={18} stroke={1.7} aria-hidden="true" />}
              onClick={() => onShare(chosen.id)}
            >
              {t('share_links.share_person')}
            </Button>
          )}
          {chosen && mayEdit && (
            <Button
              variant="subtle"
              leftSection={<IconUserEdit size={18} stroke={1.7} aria-hidden="true" />}
              onClick={() => setEditing({ personId: chosen.id })}
            >
              {t('gallery_people.edit_person')}
            </Button>
          )}
          {mayEdit && (
            <Button
              variant="subtle"
              className={classes.allPeople}
              leftSection={<IconUsersGroup size={18} stroke={1.7} aria-hidden="true" />}
              onClick={() => setEditing({})}
            >
              {t('gallery_people.edit')}
            </Button>
          )}
          {mayEdit && questions.count > 0 && (
            <Button
              variant="subtle"
              className={classes.allPeople}
              onClick={() => setEditing({ tab: 'questions' })}
            >
              {t('gallery_people.questions', {
                count: questions.count,
                n: questionFigure(questions.count, questions.more),
              })}
            </Button>
          )}
        </div>
      )}
      <Suspense>
        {editing && (
          <EditPeopleDialog
            galleryId={gallery.id}
            personId={editing.personId}
            tab={editing.tab}
            onMerged={(kept, gone) => chosenId && gone.includes(chosenId) && onChoose(kept)}
            onClose={() => setEditing(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}
