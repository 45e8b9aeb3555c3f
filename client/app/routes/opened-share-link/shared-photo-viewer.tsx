import { ActionIcon } from '@mantine/core';
import { IconDownload, IconShare } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ViewerOfList } from '#client/components/photo-browser/photo-browser.tsx';
import PhotoViewer from '#client/components/viewer/photo-viewer.tsx';
import { viewerButton } from '#client/components/viewer/viewer-button.ts';
import { ViewerTakedownButton } from '#client/features/takedowns/components/viewer-takedown-button.tsx';
import { useShareFiles } from '#client/hooks/use-share-files.ts';
import type { RouterOutputs } from '#client/lib/trpc.ts';

type SharedPhoto = RouterOutputs['openedShareLink']['photos']['photos'][number];
export default function SharedPhotoViewer({ onAskTakedown, ...viewer }: ViewerOfList<SharedPhoto>) {
  const { t } = useTranslation();
  const { share, pending } = useShareFiles();
  return (
    <PhotoViewer
      {...viewer}
      actionsOf={({ download_url: url, filename }) =>
        share && url
          ? [
              {
                label: t('photos.share_files'),
                icon: IconShare,
                disabled: pending,
                run: () => void share([{ url, filename }]),
              },
            ]
          : []
      }
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
