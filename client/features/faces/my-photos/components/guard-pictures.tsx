import { Skeleton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { useGuardPictures } from '../api/my-photos.ts';
import { ReferencePictures } from './reference-pictures.tsx';

const AddReferencePictureDialog = lazyPart(() => import('./add-reference-picture-dialog.tsx'));

interface GuardPicturesProps {
  person: { id: string; name: string };
  /** Pictures were given for finding; it is said that they do not serve here. */
  hasOthers: boolean;
}

/** The pictures by which photos of somebody are kept inside the club. */
export function GuardPictures({ person: { id, name }, hasOthers }: GuardPicturesProps) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const { data, error, refetch } = useGuardPictures(id);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={64} />;
  const member = { id, shown_name: name, references: data.references };
  return (
    <>
      <ReferencePictures
        purpose="guard"
        member={member}
        hint={hasOthers && t('my_photos.not_for_guard')}
        onAdd={() => setAdding(true)}
      />
      <Suspense>
        {adding && (
          <AddReferencePictureDialog purpose="guard" member={member} onClose={() => setAdding(false)} />
        )}
      </Suspense>
    </>
  );
}
