import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import PhotoViewer from '#client/components/viewer/photo-viewer.tsx';
import { useChangeFound } from '#client/features/my-photos/api/my-photos.ts';
import { ViewerDownloadTool } from '#client/features/photos/components/viewer-download-tool.tsx';
import { toast } from '#client/lib/toast.ts';
import { useErrorToast } from '#client/lib/use-error-toast.ts';
import type { FamilyMember, FoundPhoto } from '#server/contract/schemas/my-photos.ts';
import classes from './found-viewer.module.css';

type ViewerProps = Omit<ComponentProps<typeof PhotoViewer<FoundPhoto>>, 'toolsOf' | 'footOf'>;

/** A found photo with the gallery it is from; of somebody of the family, with the answer that it shows somebody else. */
export default function FoundViewer({ member, ...viewer }: ViewerProps & { member?: FamilyMember }) {
  return (
    <PhotoViewer
      {...viewer}
      toolsOf={(photo) => <ViewerDownloadTool photo={photo} />}
      footOf={(photo) => (
        <div className={classes.foot}>
          <Link to="/gallery/$galleryId" params={{ galleryId: photo.gallery_id }}>
            {photo.gallery_name} · {photo.event_name}
          </Link>
          {member && <NotThem member={member} photo={photo} />}
        </div>
      )}
    />
  );
}

function NotThem({ member, photo: { person_id } }: { member: FamilyMember; photo: FoundPhoto }) {
  const { t } = useTranslation();
  const fail = useErrorToast();
  const { answer } = useChangeFound();
  const name = member.first_name || member.name;
  const say = () =>
    answer.mutate(
      { id: member.id, person_id, answer: 'no' },
      { onSuccess: () => toast.success(t('my_photos.noted', { name })), onError: fail },
    );
  return (
    <Button variant="white" size="xs" loading={answer.isPending} onClick={say}>
      {t('my_photos.not_them', { name })}
    </Button>
  );
}
