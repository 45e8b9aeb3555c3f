import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PhotoBrowser } from '#client/components/photo-browser/photo-browser.tsx';
import { EmptyState } from '#client/components/ui/feedback/empty-state.tsx';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { useOpenPhoto } from '#client/components/viewer/use-open-photo.ts';
import type { SentPicture } from '#client/features/faces/my-photos/api/add-reference-picture.ts';
import { RememberPicture } from '#client/features/faces/my-photos/components/remember-picture.tsx';
import type { ShownMember } from '#client/features/faces/my-photos/shown-names.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { useSelection } from '#client/hooks/use-selection.ts';
import { IconPhotoOff } from '#client/icons/photo-off.ts';
import type { FoundPhoto } from '#server/contract/schemas/my-photos.ts';
import { FoundSelection } from './found-selection.tsx';

const AskTakedown = lazyPart(() => import('../gallery/ask-takedown.tsx'));
const FoundViewer = lazyPart(() => import('./found-viewer.tsx'));
const loadMore = () => undefined;

interface PhotoSearchResultsProps {
  photos: FoundPhoto[];
  picture: SentPicture;
  /** For whom the picture may be kept: whose tab is open. */
  members: readonly ShownMember[];
  onAgain: () => void;
  onBack: () => void;
}

/** What one picture found; it is shown while the page is open, and the picture is stored only where that is wanted. */
export function PhotoSearchResults(props: PhotoSearchResultsProps) {
  const { photos: found, picture, members, onAgain, onBack } = props;
  const { t } = useTranslation();
  const { number } = useFormat();
  // The result is not asked for again, so photos that the viewer had hidden are left out here.
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const photos = found.filter(({ id }) => !hidden.has(id));
  const list = { photos, total: photos.length, loadMore };
  const viewer = useOpenPhoto(list);
  const selection = useSelection('once');
  const { total } = list;
  const label = t('my_photos.once_found', { count: total, n: number(total) });
  return (
    <>
      {total === 0 ? (
        <EmptyState
          icon={IconPhotoOff}
          title={t('my_photos.once_none')}
          text={t('my_photos.once_none_text')}
        />
      ) : (
        <div role="status">
          <Text fw={600}>{label}</Text>
          <Text mb="md">{t('my_photos.once_deleted')}</Text>
        </div>
      )}
      <RememberPicture picture={picture} members={members} onKept={onBack} />
      <Group gap="sm" mb="lg" justify={total === 0 ? 'center' : 'flex-start'}>
        <Button variant="default" onClick={onBack}>
          {t('my_photos.once_back')}
        </Button>
        <Button variant="default" onClick={onAgain}>
          {t('my_photos.once_again')}
        </Button>
      </Group>
      <PhotoBrowser
        list={list}
        viewer={viewer}
        label={label}
        selection={selection}
        viewerOf={(shown) => <FoundViewer {...shown} />}
        takedownOf={(photo, close) => (
          <AskTakedown
            photo={photo}
            onAsked={() => setHidden((before) => new Set([...before, photo.id]))}
            onClose={close}
          />
        )}
      >
        <FoundSelection photos={photos} selection={selection} />
      </PhotoBrowser>
    </>
  );
}
