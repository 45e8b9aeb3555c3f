import { Popover, UnstyledButton } from '@mantine/core';
import { type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '#client/components/ui/elements/person-avatar.tsx';
import { boxStyle } from '#client/lib/box-style.ts';
import { centreOf, pressedFace } from '#client/lib/pressed-face.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import { useEditPeople } from '../../api/edit-people.ts';
import { cropSourceOfFace } from '../edit/face-crop-source.ts';
import { NameInput } from '../edit/name-input.tsx';
import { nameOfPerson } from '../person-name.ts';
import classes from './faces-in-photo.module.css';
import { type FaceInPhoto, type NamingFaces, useFacesInPhoto } from './use-faces-in-photo.ts';

/** A pointer that moves further turns or moves the photo, and presses no face. */
const dragPx = 10;

interface FacesInPhotoProps {
  galleryId: string;
  photoId: string;
  people: readonly Person[];
  naming: NamingFaces;
}

/** The faces of the open photo, to be named where they are; after one the next without a name. */
export function FacesInPhoto({ galleryId, photoId, people, naming }: FacesInPhotoProps) {
  const { t } = useTranslation();
  const edit = useEditPeople();
  const faces = useFacesInPhoto(photoId, people);
  const picture = useRef<HTMLDivElement>(null);
  const downAt = useRef({ x: 0, y: 0 });
  const current = naming.current(photoId, faces);
  const [left, setLeft] = useState<{ id: string }>();
  // Once the field is gone: without the focus the viewer would not hear its keys.
  useLayoutEffect(() => {
    if (left && document.activeElement === document.body)
      picture.current?.querySelector<HTMLElement>(`[data-face="${left.id}"]`)?.focus();
  }, [left]);
  const boxes = faces.map(({ id, bounding_box }) => ({ ...bounding_box, id }));
  const leave = (face: FaceInPhoto, goesOn: boolean) => {
    const at = faces.findIndex(({ id }) => id === face.id);
    const others = [...faces.slice(at + 1), ...faces.slice(0, at)];
    const next = goesOn ? others.find(({ person }) => !person.shown_name) : undefined;
    naming.leave(next?.id);
    if (!next) setLeft({ id: face.id });
  };
  return (
    <div ref={picture} className={classes.picture} data-marked={naming.marked || current ? true : undefined}>
      {faces.map(({ id, person, bounding_box }, at) => {
        const { x, y } = centreOf(bounding_box);
        const isPointed = id === current?.id || id === naming.pointed;
        return (
          <div key={id}>
            <UnstyledButton
              data-face={id}
              className={classes.target}
              aria-label={t(person.shown_name ? 'gallery_people.rename_named' : 'gallery_people.name_named', {
                name: nameOfPerson(t, person),
              })}
              style={{
                left: `${x * 100}%`,
                top: `${y * 100}%`,
                width: `${bounding_box.w * 100}%`,
                height: `${bounding_box.h * 100}%`,
              }}
              onPointerDown={({ clientX, clientY }) => {
                downAt.current = { x: clientX, y: clientY };
              }}
              onClick={(event) => {
                const { clientX, clientY, detail } = event;
                const moved = Math.hypot(clientX - downAt.current.x, clientY - downAt.current.y);
                // A key presses without a place.
                if (detail === 0 || moved < dragPx)
                  naming.name(photoId, pressedFace(event, boxes, boxes[at]!).id);
              }}
            />
            <span
              className={classes.face}
              data-pointed={isPointed || undefined}
              data-named={person.shown_name ? true : undefined}
              style={boxStyle(bounding_box)}
            />
          </div>
        );
      })}
      {current && (
        <Popover
          key={current.id}
          opened
          withRoles={false}
          closeOnEscape={false}
          closeOnClickOutside={false}
          position="bottom"
          shadow="md"
          width={300}
          zIndex={2}
          portalProps={{ target: '.yarl__root' }}
        >
          <Popover.Target>
            <span className={classes.place} style={boxStyle(current.bounding_box)} />
          </Popover.Target>
          <Popover.Dropdown className={classes.card} {...ownEvents}>
            <PersonAvatar size={44} {...cropSourceOfFace(current)} />
            <NameInput
              galleryId={galleryId}
              person={current.person}
              edit={edit}
              taken={faces.flatMap(({ id, person }) =>
                id === current.id ? [] : person.club_people.map((known) => known.id),
              )}
              nameInFile={current.name_in_file}
              onLeave={(goesOn) => leave(current, goesOn)}
            />
          </Popover.Dropdown>
        </Popover>
      )}
    </div>
  );
}

const stop = (event: SyntheticEvent) => event.stopPropagation();
/** What is typed and pressed in the field neither turns nor swipes the photo. */
const ownEvents = { onKeyDown: stop, onPointerDown: stop, onWheel: stop };
