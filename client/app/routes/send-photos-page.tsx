import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '#client/components/ui/feedback/page-skeleton.tsx';
import {
  useGuestUploadLink,
  useUnlockGuestUploadLink,
} from '#client/features/sharing/opened-share-link/api/guest-upload-link.ts';
import PasswordPrompt from '#client/features/sharing/opened-share-link/components/password-prompt.tsx';
import { ShareLinkError } from '#client/features/sharing/opened-share-link/components/share-link-error.tsx';
import { ShareLinkLayout } from '#client/features/sharing/opened-share-link/components/share-link-layout.tsx';
import { isCode } from '#client/lib/error-message.ts';
import { SendPhotosView } from './opened-share-link/send-photos-view.tsx';

/** /gallery/shared/:token/send, for guests who send photos; it shows nothing of the gallery. */
export function SendPhotosPage() {
  const { token } = useParams({ from: '/gallery/shared/$token/send' });
  return (
    <ShareLinkLayout>
      <SendPhotosContent key={token} token={token} />
    </ShareLinkLayout>
  );
}

function SendPhotosContent({ token }: { token: string }) {
  const { t } = useTranslation();
  const link = useGuestUploadLink(token);
  const unlock = useUnlockGuestUploadLink(token);
  if (isCode(link.error, 'link_password_required'))
    return (
      <PasswordPrompt title={t('shared.protected_collect')} open={t('shared.open_collect')} unlock={unlock} />
    );
  // A link that ended while the page was open says so, although it was opened before.
  if (link.data && !isCode(link.error, 'link_expired', 'link_inactive', 'link_not_found'))
    return <SendPhotosView token={token} link={link.data} onLinkFailed={link.refetch} />;
  if (link.error) return <ShareLinkError error={link.error} onRetry={() => void link.refetch()} />;
  return <PageSkeleton />;
}
