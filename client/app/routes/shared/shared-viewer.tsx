import { ActionIcon } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import PhotoViewer from '#client/components/viewer/photo-viewer.tsx';
import { viewerTool } from '#client/components/viewer/viewer-tool.ts';
import type { RouterOutputs } from '#client/lib/trpc.ts';

type SharedPhoto = RouterOutputs['shared']['photos']['photos'][number];
type ViewerProps = Omit<ComponentProps<typeof PhotoViewer<SharedPhoto>>, 'toolsOf' | 'footOf'>;

export default function SharedViewer(viewer: ViewerProps) {
  const { t } = useTranslation();
  return (
    <PhotoViewer
      {...viewer}
      toolsOf={({ download_url }) =>
        download_url && (
          <ActionIcon component="a" href={download_url} download {...viewerTool(t('photos.download'))}>
            <IconDownload size={22} stroke={1.7} aria-hidden="true" />
          </ActionIcon>
        )
      }
    />
  );
}
