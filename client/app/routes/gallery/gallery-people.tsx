import { Button } from '@mantine/core';
import { type ComponentProps, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectPhotos } from '#client/components/photo-grid/select-photos.tsx';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { useEditPeople } from '#client/features/faces/gallery-people/api/edit-people.ts';
import { usePeople, useQuestionCount } from '#client/features/faces/gallery-people/api/list-people.ts';
import { NameField } from '#client/features/faces/gallery-people/components/edit/name-field.tsx';
import { PeopleStrip } from '#client/features/faces/gallery-people/components/people-strip.tsx';
import { useQuestionFigure } from '#client/features/faces/gallery-people/components/use-question-figure.ts';
import { PeopleToggle } from '#client/features/galleries/galleries/components/people-toggle.tsx';
import { useDownloadPhotos } from '#client/features/galleries/photos/api/download-photos.ts';
import type { Selection } from '#client/hooks/use-selection.ts';
import { IconDownload } from '#client/icons/download.ts';
import { IconLink } from '#client/icons/link.ts';
import { IconMessageQuestion } from '#client/icons/message-question.ts';
import { IconUserEdit } from '#client/icons/user-edit.ts';
import { IconUsersGroup } from '#client/icons/users-group.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import classes from './gallery-people.module.css';
import iconOnPhone from './icon-on-phone.module.css';

const NameAndList = lazyPart(() =>
  import('#client/features/faces/gallery-people/components/edit/name-and-list.tsx').then((module) => ({
    default: module.NameAndList,
  })),
);
const EditPeopleDialog = lazyPart(() =>
  import('#client/features/faces/gallery-people/components/edit/edit-people-dialog.tsx').then((m) => ({
    default: m.EditPeopleDialog,
  })),
);

interface GalleryPeopleProps {
  gallery: Gallery;
  chosenId: string | undefined;
  onChoose: (id: string | undefined) => void;
  onShare: (personId: string) => void;
  recognition: ComponentProps<typeof PeopleToggle>['faces'];
  /** Undefined where there are no photos. */
  selection: Selection | undefined;
}

/** How far recognition is, the strip of people, and what can be done with them and with the chosen person. */
export function GalleryPeople(props: GalleryPeopleProps) {
  const { gallery, chosenId, onChoose, onShare, recognition, selection } = props;
  const { t } = useTranslation();
  const { data: people, error } = usePeople(gallery.id);
  const mayEdit = gallery.permissions.can_edit_people;
  const questions = useQuestionCount(gallery.id, mayEdit);
  const questionFigure = useQuestionFigure();
  const edit = useEditPeople();
  const download = useDownloadPhotos(gallery.id);
  // On a phone all stands in one row with the name.
  const besideName = mayEdit ? iconOnPhone.button : undefined;
  const [open, setOpen] = useState(true);
  const [editing, setEditing] = useState<{ personId?: string; tab?: 'questions' }>();
  const chosen = people?.faces.find(({ id }) => id === chosenId);
  const hasPeople = (people?.faces.length ?? 0) > 0;
  const figure = questionFigure(questions.count, questions.more);
  const questionsWord = t('gallery_people.questions', { count: questions.count, n: figure });
  return (
    <section aria-label={t('gallery_people.in_gallery')}>
      <div className={classes.row}>
        <PeopleToggle
          photoCount={gallery.photo_count}
          faces={recognition}
          open={open}
          onToggle={() => setOpen(!open)}
        />
        {hasPeople && mayEdit && (
          <Button
            variant="subtle"
            className={iconOnPhone.button}
            leftSection={<IconUsersGroup size={18} stroke={1.7} />}
            onClick={() => setEditing({})}
          >
            {t('gallery_people.edit')}
          </Button>
        )}
        {hasPeople && mayEdit && questions.count > 0 && (
          <Button
            variant="subtle"
            className={iconOnPhone.button}
            leftSection={
              <span className={classes.questions} aria-hidden="true">
                <IconMessageQuestion size={18} stroke={1.7} />
                <span className={classes.count}>{figure}</span>
              </span>
            }
            onClick={() => setEditing({ tab: 'questions' })}
          >
            {questionsWord}
          </Button>
        )}
        {selection && <SelectPhotos selection={selection} className={besideName} />}
      </div>
      <div id="people" hidden={!open}>
        {(gallery.photo_count > 0 || hasPeople) && (
          <PeopleStrip
            people={people?.faces}
            failed={error !== null}
            chosenId={chosenId}
            onChoose={onChoose}
            processing={Boolean(recognition?.pending_photos || recognition?.processing)}
          />
        )}
        {chosen && (
          <div className={classes.line}>
            {mayEdit && (
              <div className={classes.name}>
                <NameField key={chosen.id} galleryId={gallery.id} person={chosen} edit={edit} asks />
              </div>
            )}
            {mayEdit && chosen.name && chosen.club_people.length === 0 && (
              <Suspense>
                <NameAndList galleryId={gallery.id} person={chosen} edit={edit} className={besideName} />
              </Suspense>
            )}
            <Button
              variant="subtle"
              className={besideName}
              loading={download.pending}
              leftSection={<IconDownload size={18} stroke={1.7} />}
              onClick={() => void download.save({ face_id: chosen.id })}
            >
              {t('photos.download_person')}
            </Button>
            {gallery.permissions.can_create_sharing_links && (
              <Button
                variant="subtle"
                className={besideName}
                leftSection={<IconLink size={18} stroke={1.7} />}
                onClick={() => onShare(chosen.id)}
              >
                {t('share_links.share_person')}
              </Button>
            )}
            {mayEdit && (
              <Button
                variant="subtle"
                className={besideName}
                leftSection={<IconUserEdit size={18} stroke={1.7} />}
                onClick={() => setEditing({ personId: chosen.id })}
              >
                {t('gallery_people.edit_person')}
              </Button>
            )}
          </div>
        )}
      </div>
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
    </section>
  );
}
