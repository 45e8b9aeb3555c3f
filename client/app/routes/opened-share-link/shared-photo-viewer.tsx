import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ViewerOfList } from '#client/components/photo-browser/photo-browser.tsx';
import PhotoViewer from '#client/components/viewer/photo-viewer.tsx';
import { useShareFiles } from '#client/hooks/use-share-files.ts';
import { IconDownload } from '#client/icons/download.ts';
import { IconShare } from '#client/icons/share.ts';
import type { RouterOutputs } from '#client/lib/trpc.ts';

type SharedPhoto = RouterOutputs['openedShareLink']['photos']['photos'][number];
/** Where the link lets visitors save photos. */
const originalToShow = ({ download_url: url }: SharedPhoto) => url && `${url}&shown=1`;

export default function SharedPhotoViewer(viewer: ViewerOfList<SharedPhoto>) {
  const { t } = useTranslation();
  const { share, pending } = useShareFiles();
  return (
    <PhotoViewer
      {...viewer}
      originalOf={originalToShow}
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
      footOf={({ download_url, credit }) =>
        (download_url || credit) && (
          <Stack gap={4} align="center">
            {credit && <Text size="xs">{t('photos.credited', { credit })}</Text>}
            {download_url && (
              <Button
                component="a"
                href={download_url}
                download
                variant="white"
                size="sm"
                leftSection={<IconDownload size={18} />}
              >
                {t('photos.save')}
              </Button>
            )}
          </Stack>
        )
      }
    />
  );
}
