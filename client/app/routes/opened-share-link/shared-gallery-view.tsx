import { Button } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { Suspense, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PhotoBrowser } from '#client/components/photo-browser/photo-browser.tsx';
import type { Heading } from '#client/components/photo-grid/justified-rows.ts';
import { SelectPhotos } from '#client/components/photo-grid/select-photos.tsx';
import { TileLink } from '#client/components/photo-grid/tile-action.tsx';
import { DownloadSelection } from '#client/components/ui/data/download-selection.tsx';
import { SelectionAction, SelectionBar } from '#client/components/ui/data/selection-bar.tsx';
import { EmptyState } from '#client/components/ui/feedback/empty-state.tsx';
import { StatusBadge } from '#client/components/ui/feedback/status-badge.tsx';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';
import { PageHeader } from '#client/components/ui/layout/page-header.tsx';
import { useOpenPhoto } from '#client/components/viewer/use-open-photo.ts';
import {
  useSharedDownload,
  useSharedPhotoIds,
  useSharedPhotos,
  useVisitorPeople,
} from '#client/features/sharing/opened-share-link/api/shared-gallery.ts';
import {
  isLinkOver,
  ShareLinkError,
} from '#client/features/sharing/opened-share-link/components/share-link-error.tsx';
import { useTakedownStates } from '#client/features/sharing/takedowns/api/takedowns.ts';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFilterStep } from '#client/hooks/use-filter-step.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { useSelection } from '#client/hooks/use-selection.ts';
import { useUntil } from '#client/hooks/use-until.ts';
import { IconDownload } from '#client/icons/download.ts';
import { IconEyeOff } from '#client/icons/eye-off.ts';
import { IconPhoto } from '#client/icons/photo.ts';
import { isCode } from '#client/lib/error-message.ts';
import { isolate } from '#client/lib/isolate.ts';
import type { RouterOutputs } from '#client/lib/trpc.ts';
import { GalleryFacts } from '../gallery/gallery-facts.tsx';
import iconOnPhone from '../gallery/icon-on-phone.module.css';

const askAgainMs = 5_000;

const AskSharedTakedown = lazyPart(() => import('./ask-shared-takedown.tsx'));
const AskSharedTakedowns = lazyPart(() => import('./ask-shared-takedowns.tsx'));
const OwnRequests = lazyPart(() => import('#client/features/sharing/takedowns/components/own-requests.tsx'));
const GalleriesOfLink = lazyPart(
  () => import('#client/features/sharing/opened-share-link/components/galleries-of-link.tsx'),
);
const VisitorPeople = lazyPart(() => import('./share-link-people.tsx'));
const SharedPhotoViewer = lazyPart(() => import('./shared-photo-viewer.tsx'));

type SharedPhoto = RouterOutputs['openedShareLink']['photos']['photos'][number];

interface SharedViewProps {
  token: string;
  gallery: RouterOutputs['openedShareLink']['open'];
  /** Something was refused because the link's password is asked for again. */
  onPasswordRequired: () => void;
}

/** The read-only gallery of a shared link. */
export function SharedGalleryView({ token, gallery, onPasswordRequired }: SharedViewProps) {
  const { t } = useTranslation();
  const { date, number, list } = useFormat();
  const until = useUntil();
  const filter = useFilterStep('person');
  const filters = gallery.show_people && filter.chosen !== undefined;
  const people = useVisitorPeople(token, gallery.unlock_token, filters);
  // The address may name somebody whom the link does not show: that is no filter.
  const person = people.data?.people.find(({ id }) => filters && id === filter.chosen)?.id;
  const photos = useSharedPhotos(token, gallery.unlock_token, person, !(filters && people.isPending));
  const viewer = useOpenPhoto(photos);
  const requests = useTakedownStates(token, gallery.unlock_token);
  const selection = useSelection(person);
  const listIds = useSharedPhotoIds(token, gallery.unlock_token, person);
  const selectAll = async () => selection.setAll(await listIds(), true);
  const failToSelect = useErrorToast(t('failed.photos_load'));
  const [hiding, setHiding] = useState<readonly string[]>();
  const download = useSharedDownload(token, gallery.unlock_token, onPasswordRequired);
  // The gallery's answer is not asked for again, because views are counted; photos are hidden meanwhile.
  // Without a person the same list; of one it is asked for only then.
  const whole = useSharedPhotos(token, gallery.unlock_token, undefined, person !== undefined);
  const count = whole.isSuccess ? whole.total : gallery.photo_count;
  const isPart = gallery.scope !== 'gallery';
  const ofPerson = gallery.scope === 'club_person';
  const title = ofPerson ? t('shared.photos_of', { name: gallery.name }) : gallery.name;
  const headingOf = useCallback(
    ({ source }: SharedPhoto): Heading => ({
      key: `${source?.event_date} ${source?.event_name}`,
      title: source?.event_name ?? '',
      facts: source
        ? [
            date(source.event_date),
            ...(source.gallery_name === source.event_name ? [] : [isolate(source.gallery_name)]),
          ].join(' · ')
        : '',
    }),
    [date],
  );
  const saves = gallery.allow_download && count > 0;
  // A picture that does not come may be the first sign that the link is over, or asks for its password again.
  const askAgain = useThrottledCallback(() => void photos.refetch(), askAgainMs);
  const asksPassword = [photos.error, people.error].some((error) => isCode(error, 'link_password_required'));
  const askPassword = useEffectEvent(onPasswordRequired);
  useEffect(() => {
    if (asksPassword) askPassword();
  }, [asksPassword]);
  if (photos.error && (photos.photos.length === 0 || isLinkOver(photos.error)))
    return <ShareLinkError error={photos.error} onRetry={() => void photos.refetch()} />;
  return (
    <Page wide onPictureError={askAgain}>
      <PageHeader
        title={title}
        inline
        oneIcon={!person}
        facts={
          <>
            <StatusBadge tone="info">{t('shared.badge')}</StatusBadge>
            {gallery.clubs.length > 0 && <span>{list(gallery.clubs)}</span>}
            {isPart && !ofPerson && <span>{t('shared.part')}</span>}
            <span>
              {person && photos.isSuccess
                ? t('shared.some_of', { n: number(photos.total), total: number(count) })
                : t('galleries.photos', { count, n: number(count) })}
            </span>
            {!ofPerson && <GalleryFacts gallery={gallery} />}
            {gallery.expires_at && <span>{t('share_links.until', { date: until(gallery.expires_at) })}</span>}
          </>
        }
        actions={
          <>
            {count > 0 && !ofPerson && <SelectPhotos selection={selection} className={iconOnPhone.button} />}
            {saves && (
              <Button
                variant="default"
                className={person ? undefined : iconOnPhone.button}
                loading={download.pending}
                leftSection={<IconDownload size={18} stroke={1.7} />}
                onClick={() => void download.save(person ? { person_id: person } : {})}
              >
                {person && photos.isSuccess
                  ? t('shared.download_some', { count: photos.total, n: number(photos.total) })
                  : t('photos.download_all')}
              </Button>
            )}
          </>
        }
      />
      {gallery.galleries.length > 0 && (
        <Suspense>
          <GalleriesOfLink galleries={gallery.galleries} />
        </Suspense>
      )}
      {requests.states.length > 0 && (
        <Suspense>
          <OwnRequests {...requests} token={token} unlock={gallery.unlock_token} />
        </Suspense>
      )}
      {gallery.show_people && (
        <Suspense>
          <VisitorPeople
            token={token}
            unlock={gallery.unlock_token}
            chosenId={person}
            onChoose={filter.choose}
          />
        </Suspense>
      )}
      <PhotoBrowser
        list={photos}
        viewer={viewer}
        label={ofPerson ? title : t('photos.label', { gallery: gallery.name })}
        headingOf={ofPerson ? headingOf : undefined}
        selection={selection}
        selects={ofPerson}
        actionsOf={
          gallery.allow_download
            ? ({ download_url, filename }) =>
                download_url && (
                  <TileLink
                    icon={IconDownload}
                    label={t('photos.download_named', { name: filename })}
                    href={download_url}
                  />
                )
            : undefined
        }
        empty={
          <EmptyState
            icon={IconPhoto}
            title={t(isPart ? 'shared.none' : 'photos.none')}
            text={t(ofPerson ? 'shared.person_none_text' : isPart ? 'shared.none_text' : 'photos.none_text')}
          />
        }
        viewerOf={(list) => <SharedPhotoViewer {...list} />}
        takedownOf={(photo, close) => (
          <AskSharedTakedown
            token={token}
            unlock={gallery.unlock_token}
            photo={photo}
            onPasswordRequired={onPasswordRequired}
            onClose={close}
          />
        )}
      >
        <SelectionBar count={selection.count} onClear={selection.clear} onThisPage={false}>
          {selection.count < photos.total && (
            <SelectionAction onClick={() => void selectAll().catch(failToSelect)}>
              {t('common.select_all')}
            </SelectionAction>
          )}
          {saves && <DownloadSelection selection={selection} archive={download} />}
          <SelectionAction
            icon={<IconEyeOff size={18} stroke={1.7} />}
            onClick={() => setHiding([...selection.ids])}
          >
            {t('takedowns.hide_selected')}
          </SelectionAction>
        </SelectionBar>
        <Suspense>
          {hiding && (
            <AskSharedTakedowns
              token={token}
              unlock={gallery.unlock_token}
              photoIds={hiding}
              onAsked={selection.clear}
              onPasswordRequired={onPasswordRequired}
              onClose={() => setHiding(undefined)}
            />
          )}
        </Suspense>
      </PhotoBrowser>
    </Page>
  );
}
