import { useTranslation } from 'react-i18next';
import type { Selection } from '#client/hooks/use-selection.ts';
import { IconDownload } from '#client/icons/download.ts';
import { SelectionAction } from './selection-bar.tsx';

interface DownloadSelectionProps {
  selection: Selection;
  archive: {
    pending: boolean;
    save: (choice: { photo_ids: string[] }, asked: number) => Promise<boolean>;
  };
}

/** Downloads the selected photos as one file; the selection is cleared once the download has started. */
export function DownloadSelection({ selection, archive }: DownloadSelectionProps) {
  const { t } = useTranslation();
  const save = async () => {
    if (await archive.save({ photo_ids: [...selection.ids] }, selection.count)) selection.clear();
  };
  return (
    <SelectionAction
      icon={<IconDownload size={18} stroke={1.7} />}
      loading={archive.pending}
      onClick={() => void save()}
    >
      {t('photos.download')}
    </SelectionAction>
  );
}
