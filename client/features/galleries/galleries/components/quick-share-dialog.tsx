import { Button, Group, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#client/components/ui/elements/copy-button.tsx';
import { QrCode } from '#client/components/ui/elements/qr-code.tsx';
import { ShareButton } from '#client/components/ui/elements/share-button.tsx';
import { AddressWarning } from '#client/components/ui/feedback/address-warning.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { useSharingCheck } from '#client/hooks/use-sharing-check.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import { useChangeShareLinks, useShareLinks } from '../api/share-links.ts';
import { copyNewLink } from './copy-new-link.ts';
import { ShareLinkEnd } from './share-link-end.tsx';
import { ShareLinkPoster } from './share-link-poster.tsx';
import classes from './share-link-row.module.css';
import { type RenderSharingCheck, SharingCheckLine } from './sharing-check-line.tsx';

interface QuickShareDialogProps {
  gallery: Gallery;
  onClose: () => void;
  /** Opens the list of links, with the form of this one and the focus on a field of it. */
  onOptions: (linkId: string, first: 'name' | 'password') => void;
  renderCheck: RenderSharingCheck;
}

/**
 * The newest open link to the whole gallery as a code. Where there is none it is made and copied, after the check of who is in
 * the photos where somebody is to be checked.
 */
export function QuickShareDialog({ gallery, onClose, onOptions, renderCheck }: QuickShareDialogProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const showError = useErrorToast();
  const links = useShareLinks(gallery.id);
  const { create, remove } = useChangeShareLinks();
  const isClosed = useRef(false);
  const close = () => {
    isClosed.current = true;
    onClose();
  };
  const link = links.data?.links.find(({ scope, status }) => scope === 'gallery' && status === 'active');
  const showsNone = link?.photo_count === 0;
  const isMissing = links.isSuccess && !links.isFetching && !link;
  const check = useSharingCheck(gallery.id, { enabled: isMissing });
  const [step, setStep] = useState<'load' | 'check' | 'made'>('load');
  const make = () => {
    setStep('made');
    // Whoever closes the dialog before the link is there wants none.
    const keepOrRemove = (made: { id: string; url: string }): Promise<unknown> =>
      isClosed.current ? remove.mutateAsync({ id: made.id }) : copyNewLink(t, made.url);
    create
      .mutateAsync({ id: gallery.id })
      .then(keepOrRemove)
      .catch((error) => isClosed.current && showError(error));
  };
  useEffect(() => {
    if (!isMissing || step !== 'load' || !check.isSuccess || check.isFetching) return;
    if (check.data.to_check > 0) setStep('check');
    else make();
  });
  const [isChecking, setChecking] = useState(false);
  const [isPrinting, setPrinting] = useState(false);
  if (step === 'check')
    return renderCheck({ confirm: { label: t('share_links.create'), run: make }, onClose: close });
  if (isChecking && link) return renderCheck({ linkId: link.id, onClose: () => setChecking(false) });
  const error = create.error ?? links.error ?? check.error;
  return (
    <Dialog opened onClose={close} title={t('share_links.share')} size="sm">
      {error && (
        <ErrorState
          title={t(create.error ? 'failed.link_save' : 'failed.links_load')}
          error={error}
          onRetry={() => {
            if (create.error) make();
            else void (links.error ? links.refetch() : check.refetch());
          }}
        />
      )}
      {!error && !link && <Skeleton h={420} />}
      {link && (
        <Stack gap="md">
          <Text size="sm">
            {t(showsNone || !link.has_password ? 'share_links.quick' : 'share_links.quick_password', {
              count: link.photo_count,
              n: number(link.photo_count),
            })}{' '}
            {!showsNone &&
              `${t(link.allow_download ? 'share_links.downloads' : 'share_links.no_downloads')}.`}
          </Text>
          <Text size="sm" component="div">
            <ShareLinkEnd link={link} />
            {!link.has_password && (
              <div>
                {t('share_links.without_password')} ·{' '}
                <UnstyledButton className={classes.inLine} onClick={() => onOptions(link.id, 'password')}>
                  {t('share_links.set_password')}
                </UnstyledButton>
              </div>
            )}
          </Text>
          <SharingCheckLine link={link} onOpen={() => setChecking(true)} />
          <Stack gap={0} align="center">
            <QrCode url={link.url} title={t('share_links.code_named', { name: gallery.name })} />
          </Stack>
          <Group gap="xs">
            <ShareButton url={link.url} title={gallery.name} />
            <CopyButton value={link.url} label={t('share_links.copy')} />
            <Button
              variant="default"
              leftSection={<IconPrinter size={18} stroke={1.7} aria-hidden="true" />}
              onClick={() => setPrinting(true)}
            >
              {t('share_links.poster')}
            </Button>
            <Button variant="subtle" onClick={() => onOptions(link.id, 'name')}>
              {t('share_links.options')}
            </Button>
          </Group>
          <AddressWarning url={link.url} />
          {isPrinting && (
            <ShareLinkPoster gallery={gallery} link={link} paper="A4" onDone={() => setPrinting(false)} />
          )}
        </Stack>
      )}
    </Dialog>
  );
}
