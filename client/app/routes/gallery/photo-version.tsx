import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { nameOfPerson } from '#client/features/faces/gallery-people/components/person-name.ts';
import { usePhotoVersion } from '#client/features/galleries/photos/api/replace-photo.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import type { Photo } from '#server/contract/schemas/photos.ts';
import type { useReplacePhoto } from './use-replace-photo.ts';

interface PhotoVersionProps {
  photo: Photo;
  people: readonly Person[];
  replacing: ReturnType<typeof useReplacePhoto>;
}

/** Of a photo that was replaced: how long the version before is kept, and whose faces were not found again. */
export function PhotoVersion({ photo, people, replacing }: PhotoVersionProps) {
  const { t } = useTranslation();
  const { date, list } = useFormat();
  const { data } = usePhotoVersion(photo.id, true);
  if (!data?.replaced_at) return null;
  const moved = new Set(data.moved_faces.map(({ person_id }) => person_id));
  const names = people.filter(({ id }) => moved.has(id)).map((person) => nameOfPerson(t, person));
  return (
    <>
      {data.kept_until && (
        <>
          <p>{t('photo_versions.kept_until', { date: date(data.kept_until) })}</p>
          <Button
            variant="default"
            size="xs"
            loading={replacing.pending}
            onClick={() => void replacing.bringBack(photo)}
          >
            {t('photo_versions.bring_back')}
          </Button>
        </>
      )}
      {names.length > 0 && <p>{t('photo_versions.moved_faces', { names: list(names) })}</p>}
    </>
  );
}
