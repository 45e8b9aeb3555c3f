import { ActionIcon, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DropdownMenu } from '#client/components/ui/overlays/dropdown-menu.tsx';
import { viewerButton } from '#client/components/viewer/viewer-button.ts';
import { IconDownload } from '#client/icons/download.ts';
import { IconExternalLink } from '#client/icons/external-link.ts';
import { downloadSizes } from '#server/contract/rendition-sizes.ts';
import { savedCopy } from './original-file.ts';

interface ViewerDownloadButtonsProps {
  photo: { id: string; filename: string; thumbnail_urls: { large: string } };
}

/** Opens the original in a new tab or downloads a resized copy. */
export function ViewerDownloadButtons({ photo }: ViewerDownloadButtonsProps) {
  const { t } = useTranslation();
  const original = `/api/photos/${photo.id}/download`;
  return (
    <span style={{ display: 'inline-flex' }}>
      <ActionIcon
        component="a"
        href={original}
        target="_blank"
        rel="noopener"
        {...viewerButton(t('photos.open_original'))}
      >
        <IconExternalLink size={22} stroke={1.7} />
      </ActionIcon>
      <DropdownMenu position="bottom-end" zIndex={500} width={220}>
        <Menu.Target>
          <ActionIcon {...viewerButton(t('photos.download'))}>
            <IconDownload size={22} stroke={1.7} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {downloadSizes.map((size) => (
            <Menu.Item key={size} component="a" href={savedCopy(photo.id, size)} download>
              {t(`photos.size.${size}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </DropdownMenu>
    </span>
  );
}
