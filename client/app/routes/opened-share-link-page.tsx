import { useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { GallerySkeleton } from '#client/features/galleries/galleries/components/gallery-skeleton.tsx';
import {
  useSharedGallery,
  useUnlockGallery,
} from '#client/features/sharing/opened-share-link/api/opened-link.ts';
import { ShareLinkError } from '#client/features/sharing/opened-share-link/components/share-link-error.tsx';
import { ShareLinkLayout } from '#client/features/sharing/opened-share-link/components/share-link-layout.tsx';
import { isCode } from '#client/lib/error-message.ts';
import { SharedGalleryView } from './opened-share-link/shared-gallery-view.tsx';

// Most links have no password.
const PasswordPrompt = lazyPart(
  () => import('#client/features/sharing/opened-share-link/components/password-prompt.tsx'),
);

/** /gallery/shared/:token, for signed-in and signed-out visitors. */
export function OpenedShareLinkPage() {
  const { token } = useParams({ from: '/gallery/shared/$token' });
  return (
    <ShareLinkLayout>
      <SharedContent key={token} token={token} />
    </ShareLinkLayout>
  );
}

function SharedContent({ token }: { token: string }) {
  const { t } = useTranslation();
  const gallery = useSharedGallery(token);
  const unlock = useUnlockGallery(token);
  // Asked for again, too, where it was changed or the proof of having known it has ended while the page was open.
  if (isCode(gallery.error, 'link_password_required'))
    return (
      <Suspense fallback={<GallerySkeleton />}>
        <PasswordPrompt title={t('shared.protected')} open={t('shared.open')} unlock={unlock} />
      </Suspense>
    );
  if (gallery.data)
    return (
      <SharedGalleryView
        token={token}
        gallery={gallery.data}
        onPasswordRequired={() => void gallery.refetch()}
      />
    );
  if (gallery.error) return <ShareLinkError error={gallery.error} onRetry={() => void gallery.refetch()} />;
  return <GallerySkeleton />;
}
