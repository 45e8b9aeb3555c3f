import { useTranslation } from 'react-i18next';
import { type PickerOption, SearchPicker } from '#client/components/ui/forms/search-picker.tsx';
import { listSizes } from '#server/contract/list-sizes.ts';
import { useGalleryPicker } from '../api/face-settings.ts';

const pauseMs = 400;

/** A picker that shows the newest galleries and searches by name or event. */
export function GalleryPicker({ onPick }: { onPick: (gallery: PickerOption) => void }) {
  const { t } = useTranslation();
  return (
    <SearchPicker
      keep
      label={t('recognition.gallery')}
      placeholder={t('recognition.gallery_hint')}
      useResults={useGalleryPicker}
      onPick={onPick}
      debounceMs={pauseMs}
      minimum={0}
      most={listSizes.galleryPickerResults}
    />
  );
}
