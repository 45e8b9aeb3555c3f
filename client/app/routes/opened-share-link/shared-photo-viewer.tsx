import { ActionIcon } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import PhotoViewer from '#client/components/viewer/photo-viewer.tsx';
import { viewerButton } from '#client/components/viewer/viewer-button.ts';
import { ViewerTakedownButton } from '#client/features/takedowns/components/viewer-takedown-button.tsx';
import type { RouterOutputs } from '#client/lib/trpc.ts';

type SharedPhoto = RouterOutputs['shared']['photos']['photos'][number];
type ViewerProps = Omit<ComponentProps<typeof PhotoViewer<SharedPhoto>>, 'toolsOf' | 'footOf'>;

interface SharedPhotoViewerProps extends ViewerProps {
  onAskTakedown: (photo: SharedPhoto) => void;
}

export default function SharedPhotoViewer({ onAskTakedown, ...viewer }: SharedPhotoViewerProps) {
  const { t } = useTranslation();
  return (
    <PhotoViewer
      {...viewer}
      toolsOf={(photo) => (
        <>
          <ViewerTakedownButton onAsk={() => onAskTakedown(photo)} />
          {photo.download_url && (
            <ActionIcon
              component="a"
              href={photo.download_url}
              download
              {...viewerButton(t('photos.download'))}
            >
              <IconDownload size={22} stroke={1.7} aria-hidden="true" />
            </ActionIcon>
          )}
        </>
      )}
    />
  );
}
