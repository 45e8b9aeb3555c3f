import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { ViewerOfList } from '#client/components/photo-browser/photo-browser.tsx';
import PhotoViewer from '#client/components/viewer/photo-viewer.tsx';
import type { ViewerAction } from '#client/components/viewer/viewer-action.ts';
import { usePeopleInPhoto } from '#client/features/faces/gallery-people/api/list-people.ts';
import { nameOfPerson } from '#client/features/faces/gallery-people/components/person-name.ts';
import { FacesInPhoto } from '#client/features/faces/gallery-people/components/viewer/faces-in-photo.tsx';
import { PeopleOfPhotoList } from '#client/features/faces/gallery-people/components/viewer/people-of-photo-list.tsx';
import { useNamingFaces } from '#client/features/faces/gallery-people/components/viewer/use-faces-in-photo.ts';
import { originalFile, originalToShow } from '#client/features/galleries/photos/components/original-file.ts';
import { PhotoDetails } from '#client/features/galleries/photos/components/photo-details.tsx';
import { ViewerDownloadButtons } from '#client/features/galleries/photos/components/viewer-download-buttons.tsx';
import type { Selection } from '#client/hooks/use-selection.ts';
import { useShareFiles } from '#client/hooks/use-share-files.ts';
import { IconCircleCheck } from '#client/icons/circle-check.ts';
import { IconLink } from '#client/icons/link.ts';
import { IconPhotoStar } from '#client/icons/photo-star.ts';
import { IconReplace } from '#client/icons/replace.ts';
import { IconShare } from '#client/icons/share.ts';
import { IconTrash } from '#client/icons/trash.ts';
import { IconUserEdit } from '#client/icons/user-edit.ts';
import { useUser } from '#client/lib/session.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import type { Photo } from '#server/contract/schemas/photos.ts';
import { PhotoVersion } from './photo-version.tsx';
import { useConfirmDeletePhotos } from './use-confirm-delete-photos.ts';
import { useReplacePhoto } from './use-replace-photo.ts';
import { useSetCover } from './use-set-cover.ts';

interface GalleryPhotoViewerProps extends ViewerOfList<Photo> {
  gallery: Gallery;
  people: Person[];
  selection: Selection;
  onChoosePerson: (id: string) => void;
  onShare: (photo: Photo) => void;
}

export default function GalleryPhotoViewer({
  gallery,
  people,
  selection,
  onChoosePerson,
  onShare,
  ...viewer
}: GalleryPhotoViewerProps) {
  const { t } = useTranslation();
  const cover = useSetCover(gallery);
  const remove = useConfirmDeletePhotos(gallery.id);
  const files = useShareFiles();
  const { share } = files;
  const naming = useNamingFaces();
  const replacing = useReplacePhoto();
  const user = useUser();
  const { can_set_cover, can_create_sharing_links, can_delete_photos, can_edit_people, can_upload_photos } =
    gallery.permissions;
  const words = can_edit_people ? 'all' : gallery.shows_captions ? 'caption' : 'none';
  const mayReplace = (photo: Photo) =>
    can_upload_photos && (can_delete_photos || photo.uploaded_by === user.id);
  const deletePhoto = async (photo: Photo, turn: () => void) => {
    if (await remove.ask([photo.id], [photo])) turn();
  };
  const actionsOf = (photo: Photo, turn: () => void): ViewerAction[] => [
    {
      label: t(selection.has(photo.id) ? 'viewer.deselect' : 'viewer.select'),
      icon: IconCircleCheck,
      key: 'x',
      run: () => selection.toggle(photo.id),
    },
    ...(can_edit_people
      ? [
          {
            label: t('viewer.name_people'),
            icon: IconUserEdit,
            key: 'n',
            run: () => naming.toggle(photo.id),
          },
        ]
      : []),
    ...(can_set_cover
      ? [
          {
            label: t(gallery.cover_photo_id === photo.id ? 'photos.is_cover' : 'photos.use_as_cover'),
            icon: IconPhotoStar,
            disabled: gallery.cover_photo_id === photo.id || cover.pending,
            run: () => void cover.setCover(photo.id),
          },
        ]
      : []),
    ...(share
      ? [
          {
            label: t('photos.share_files'),
            icon: IconShare,
            disabled: files.pending,
            run: () => void share([originalFile(photo)]),
          },
        ]
      : []),
    ...(can_create_sharing_links
      ? [{ label: t('share_links.create'), icon: IconLink, run: () => onShare(photo) }]
      : []),
    ...(mayReplace(photo)
      ? [
          {
            label: t('photo_versions.replace'),
            icon: IconReplace,
            disabled: replacing.pending,
            run: () => replacing.choose(photo),
          },
        ]
      : []),
    ...(can_delete_photos
      ? [
          {
            label: t('photos.delete_confirm', { count: 1 }),
            icon: IconTrash,
            key: 'Delete',
            keyName: t('viewer.delete_key'),
            destroys: true,
            disabled: remove.pending,
            run: () => void deletePhoto(photo, turn),
          },
        ]
      : []),
  ];
  return (
    <PhotoViewer
      {...viewer}
      originalOf={originalToShow}
      actionsOf={actionsOf}
      isChosen={(photo) => selection.has(photo.id)}
      detailsOf={(photo) => (
        <>
          <DetailsWithPeople photo={photo} people={people} words={words} />
          {mayReplace(photo) && <PhotoVersion photo={photo} people={people} replacing={replacing} />}
        </>
      )}
      toolsOf={(photo) => <ViewerDownloadButtons photo={photo} />}
      overlayOf={
        can_edit_people
          ? (photo) => (
              <FacesInPhoto galleryId={gallery.id} photoId={photo.id} people={people} naming={naming} />
            )
          : undefined
      }
      footOf={(photo) => (
        <PeopleOfPhotoList
          photoId={photo.id}
          people={people}
          naming={can_edit_people ? naming : null}
          onChoose={onChoosePerson}
        />
      )}
    />
  );
}

interface DetailsProps {
  photo: Photo;
  people: Person[];
  words: ComponentProps<typeof PhotoDetails>['words'];
}

function DetailsWithPeople({ photo, people, words }: DetailsProps) {
  const { t } = useTranslation();
  const { data } = usePeopleInPhoto(photo.id);
  const ids = new Set(data?.faces.map((face) => face.person_id));
  const names = people.filter(({ id }) => ids.has(id)).map((person) => nameOfPerson(t, person));
  return <PhotoDetails photo={photo} people={names} words={words} />;
}
