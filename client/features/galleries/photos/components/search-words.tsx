import { useTranslation } from 'react-i18next';
import { SearchField } from '#client/components/ui/forms/filter-bar.tsx';
import { useUrlText } from '#client/hooks/use-url-filters.ts';

/** Captions, keywords and names in the files of a gallery. */
export default function SearchWords() {
  const { t } = useTranslation();
  const [text, setText] = useUrlText('q', 300);
  return <SearchField label={t('photos.search_words')} value={text} onChange={setText} />;
}
