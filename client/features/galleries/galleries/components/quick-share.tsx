import { Button, Group, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#client/components/ui/elements/copy-button.tsx';
import { QrCode } from '#client/components/ui/elements/qr-code.tsx';
import { ShareButton } from '#client/components/ui/elements/share-button.tsx';
import { AddressWarning } from '#client/components/ui/feedback/address-warning.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { type RenderSharingCheck, useChecked } from '#client/hooks/use-checked.ts';
import { useFocusNew } from '#client/hooks/use-focus-new.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconLink } from '#client/icons/link.ts';
import { IconPrinter } from '#client/icons/printer.ts';
import { endOfDay } from '#server/contract/calendar-dates.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import type { ShareLink } from '#server/contract/schemas/share-links.ts';
import { useChangeShareLinks, useShareLinks } from '../api/share-links.ts';
import { copyNewLink } from './copy-new-link.ts';
import { GalleriesBeside } from './galleries-beside.tsx';
import { ShareLinkActions } from './share-link-actions.tsx';
import { ShareLinkEnd } from './share-link-end.tsx';
import { ShareLinkPoster } from './share-link-poster.tsx';
import classes from './share-link-row.module.css';
import { SharingCheckLine } from './sharing-check-line.tsx';
import { usePresetLinkDay } from './use-latest-link-day.ts';

interface QuickShareProps {
  gallery: Gallery;
  /** The link that a form has just made. */
  made?: string | undefined;
  /** Opens the form of this link, or of a new one, with the focus on a field of it. */
  onOptions: (linkId: string | undefined, first: 'name' | 'password') => void;
  renderCheck: RenderSharingCheck;
}

/** The newest open link to the whole gallery. */
export const quickLinkOf = (links: readonly ShareLink[] = []): ShareLink | undefined =>
  links.find(({ scope, status }) => scope === 'gallery' && status === 'active');

/**
 * The newest open link to the whole gallery as a code. Where there is none a press makes it, after the check of who is in the photos
 * where somebody is to be checked.
 */
export function QuickShare({ gallery, made, onOptions, renderCheck }: QuickShareProps) {
  const { t } = useTranslation();
  const { date, number } = useFormat();
  const links = useShareLinks(gallery.id);
  const { create } = useChangeShareLinks();
  const lastDay = usePresetLinkDay();
  const check = useChecked(renderCheck);
  const [failure, setFailure] = useState<unknown>();
  const [isPrinting, setPrinting] = useState(false);
  const link = quickLinkOf(links.data?.links);
  const buttons = useFocusNew(link !== undefined && (link.id === made || link.id === create.data?.id));
  const make = () =>
    create.mutate(
      { id: gallery.id, expires_at: endOfDay(lastDay).toISOString() },
      { onSuccess: ({ url }) => void copyNewLink(t, url) },
    );
  const makeChecked = () => {
    setFailure(undefined);
    check.act({ galleryId: gallery.id, label: t('share_links.create'), run: make, onError: setFailure });
  };

  if (links.error) return <ErrorState title={t('failed.links_load')} of={links} />;
  if (!links.data) return <Skeleton h={120} />;
  if (!link)
    return (
      <Stack gap="md" align="flex-start">
        <Text size="sm">{t('share_links.quick_before', { date: date(lastDay) })}</Text>
        <FormError error={create.error ?? failure} title={t('failed.link_save')} />
        <Group gap="xs">
          <Button
            leftSection={<IconLink size={18} stroke={1.7} />}
            loading={check.isAsking || create.isPending}
            onClick={makeChecked}
            data-autofocus
          >
            {t('share_links.create')}
          </Button>
          <Button variant="subtle" onClick={() => onOptions(undefined, 'name')}>
            {t('share_links.options')}
          </Button>
        </Group>
        {check.dialog}
      </Stack>
    );
  const showsNone = link.photo_count === 0;
  const notShown = gallery.photo_count - link.photo_count;
  const others = notShown - link.kept_inside;
  return (
    <Stack gap="md">
      {link.name && <Text fw={600}>{link.name}</Text>}
      <Text size="sm">
        {showsNone || notShown <= 0
          ? t(showsNone || !link.has_password ? 'share_links.quick' : 'share_links.quick_password', {
              count: link.photo_count,
              n: number(link.photo_count),
            })
          : t(link.has_password ? 'share_links.quick_password_of' : 'share_links.quick_of', {
              n: number(link.photo_count),
              total: number(gallery.photo_count),
            })}{' '}
        {!showsNone && `${t(link.allow_download ? 'share_links.downloads' : 'share_links.no_downloads')}.`}
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
      {!showsNone && others > 0 && (
        <Text size="sm">{t('share_links.not_shown', { count: others, n: number(others) })}</Text>
      )}
      <SharingCheckLine link={link} onOpen={() => check.show({ linkId: link.id })} />
      <Stack gap={0} align="center">
        <QrCode url={link.url} title={t('share_links.code_named', { name: gallery.name })} />
      </Stack>
      <Group ref={buttons} gap="xs">
        <ShareButton url={link.url} title={gallery.name} />
        <CopyButton value={link.url} label={t('share_links.copy')} />
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} stroke={1.7} />}
          onClick={() => setPrinting(true)}
        >
          {t('share_links.poster')}
        </Button>
        <ShareLinkActions
          gallery={gallery}
          link={link}
          onEdit={() => onOptions(link.id, 'name')}
          check={check}
        />
      </Group>
      <AddressWarning url={link.url} />
      <GalleriesBeside link={link} renderCheck={renderCheck} />
      {isPrinting && (
        <ShareLinkPoster gallery={gallery} link={link} paper="A4" onDone={() => setPrinting(false)} />
      )}
      {check.dialog}
    </Stack>
  );
}
