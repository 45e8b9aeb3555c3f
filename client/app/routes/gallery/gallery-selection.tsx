import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { SelectionAction, SelectionBar } from '#client/components/ui/selection-bar.tsx';
import type { Selection } from '#client/lib/use-selection.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import { useRemovePhotos } from './use-remove-photos.ts';

export function GallerySelection({ gallery, selection }: { gallery: Gallery; selection: Selection }) {
  const { t } = useTranslation();
  const remove = useRemovePhotos(gallery.id);
  const deleteChosen = async () => {
    if (await remove.ask([...selection.ids])) selection.clear();
  };
  return (
    <SelectionBar count={selection.count} onClear={selection.clear} onThisPage={false}>
      <SelectionAction
        icon={<IconTrash size={18} stroke={1.7} aria-hidden="true" />}
        loading={remove.pending}
        onClick={() => void deleteChosen()}
      >
        {t('photos.delete_selected')}
      </SelectionAction>
    </SelectionBar>
  );
}
