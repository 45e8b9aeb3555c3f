import { ActionIcon, Button, Skeleton, UnstyledButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { MoreButton } from '#client/components/ui/data/more-button.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import type { EditPeople } from '#client/features/faces/gallery-people/api/edit-people.ts';
import { usePersonFaces } from '#client/features/faces/gallery-people/api/list-people.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { useSelection } from '#client/hooks/use-selection.ts';
import { IconArrowLeft } from '#client/icons/arrow-left.ts';
import { IconEye } from '#client/icons/eye.ts';
import { IconEyeOff } from '#client/icons/eye-off.ts';
import { IconPhoto } from '#client/icons/photo.ts';
import type { FaceCropSource } from '#client/lib/zoom-to-face.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import { nameOfPerson } from '../person-name.ts';
import { FaceActions } from './face-actions.tsx';
import { FaceCrop } from './face-crop.tsx';
import { cropSourceOfFace } from './face-crop-source.ts';
import { LinkedClubPeople } from './link-to-club-person.tsx';
import grid from './name-and-merge-people.module.css';
import { NameField } from './name-field.tsx';
import classes from './person-faces.module.css';
import { SimilarFaces } from './similar-faces.tsx';

interface PersonFacesProps {
  galleryId: string;
  person: Person;
  people: Person[];
  edit: EditPeople;
  onBack: () => void;
  onWholePhoto: (cropSource: FaceCropSource) => void;
}

/** All faces of one person; wrong ones can be selected and moved. */
export function PersonFaces({ galleryId, person, people, edit, onBack, onWholePhoto }: PersonFacesProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { faces, total, ...pages } = usePersonFaces(person.id);
  const { data, error, refetch } = pages;
  const selection = useSelection();
  const list = useRef<HTMLUListElement>(null);
  const shown = useRef(0);
  // The "load more" button moves or disappears: the focus goes to the first new face.
  const more = () => {
    shown.current = faces.length;
    pages.loadMore();
  };
  useEffect(() => {
    if (shown.current === 0 || faces.length <= shown.current) return;
    list.current?.children[shown.current]?.querySelector('button')?.focus();
    shown.current = 0;
  }, [faces.length]);
  const Eye = person.is_hidden ? IconEye : IconEyeOff;
  return (
    <>
      <div className={classes.head}>
        <ActionIcon aria-label={t('gallery_people.back_to_all')} onClick={onBack}>
          <IconArrowLeft size={20} />
        </ActionIcon>
        <NameField galleryId={galleryId} person={person} edit={edit} />
        <span className={classes.facts}>
          {t('galleries.photos', { count: person.photo_count, n: number(person.photo_count) })}
        </span>
        <LinkedClubPeople person={person} edit={edit} />
        <Button
          variant="default"
          ms="auto"
          leftSection={<Eye size={18} stroke={1.7} aria-hidden="true" />}
          onClick={() =>
            void edit.hide([{ id: person.id, name: nameOfPerson(t, person) }], !person.is_hidden)
          }
        >
          {t(person.is_hidden ? 'gallery_people.show' : 'gallery_people.hide')}
        </Button>
      </div>
      <SimilarFaces galleryId={galleryId} person={person} edit={edit} onWholePhoto={onWholePhoto} />
      <FaceActions
        galleryId={galleryId}
        person={person}
        people={people}
        faceIds={faces.filter((face) => selection.has(face.id)).map(({ id }) => id)}
        edit={edit}
        onDone={selection.clear}
      />
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={240} />}
      <ul
        ref={list}
        className={grid.grid}
        aria-label={t('gallery_people.faces_of', { name: nameOfPerson(t, person) })}
      >
        {faces.map((face, index) => (
          <li key={face.id} className={grid.picture} data-chosen={selection.has(face.id) || undefined}>
            <UnstyledButton
              className={grid.open}
              aria-pressed={selection.has(face.id)}
              aria-label={t('gallery_people.face_number', { index: index + 1, total })}
              onClick={() => selection.toggle(face.id)}
            >
              <FaceCrop {...cropSourceOfFace(face)} />
            </UnstyledButton>
            <UnstyledButton
              className={classes.whole}
              aria-label={t('gallery_people.show_whole', { index: index + 1 })}
              title={t('gallery_people.whole_photo')}
              onClick={() => onWholePhoto(cropSourceOfFace(face))}
            >
              <IconPhoto size={18} stroke={1.8} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <MoreButton shown={faces.length} total={total} loading={pages.isFetchingNextPage} onMore={more} />
    </>
  );
}
