import { ActionIcon, Group, Stack, Switch } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#client/components/ui/elements/copy-button.tsx';
import { QrCode } from '#client/components/ui/elements/qr-code.tsx';
import { ShareButton } from '#client/components/ui/elements/share-button.tsx';
import { AddressWarning } from '#client/components/ui/feedback/address-warning.tsx';
import { StatusBadge } from '#client/components/ui/feedback/status-badge.tsx';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFocusNew } from '#client/hooks/use-focus-new.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { useOptimisticSetting } from '#client/hooks/use-optimistic-setting.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import type { ShareLink } from '#server/contract/schemas/share-links.ts';
import { useChangeShareLinks } from '../api/share-links.ts';

import { ShareLinkEnd } from './share-link-end.tsx';
import { ShareLinkPoster } from './share-link-poster.tsx';
import { ShareLinkQrCode } from './share-link-qr-code.tsx';
import classes from './share-link-row.module.css';
import { SharingCheckLine } from './sharing-check-line.tsx';

const tones = { active: 'good', inactive: 'quiet', expired: 'waiting' } as const;

interface ShareLinkRowProps {
  gallery: Gallery;
  link: ShareLink;
  nameOf: (person: ShareLink['people'][number]) => string;
  /** It was just made: its code is shown too. */
  isNew: boolean;
  onEdit: () => void;
  /** Opens the check of who is in the photos; with the label of what it comes before. */
  onCheck: (confirm?: { label: string; run: () => void }) => void;
}

export function ShareLinkRow({ gallery, link, nameOf, isNew, onEdit, onCheck }: ShareLinkRowProps) {
  const { t } = useTranslation();
  const { date, number, list } = useFormat();
  const failToSave = useErrorToast(t('failed.link_save'));
  const failToDelete = useErrorToast(t('failed.link_delete'));
  const confirm = useConfirm();
  const { update, remove } = useChangeShareLinks();
  const [active, setActive] = useOptimisticSetting(link.is_active, (is_active) =>
    update.mutateAsync({ id: link.id, is_active }, { onError: failToSave }),
  );
  const switchTo = (is_active: boolean) => {
    if (is_active && link.to_check > 0)
      onCheck({ label: t('sharing_check.activate'), run: () => setActive(true) });
    else setActive(is_active);
  };
  const buttons = useFocusNew(isNew);
  const [paper, setPaper] = useState<'A4' | 'A6'>();
  const name = link.name || t('share_links.unnamed');
  const collects = link.scope === 'collect';

  const scope = () => {
    if (link.scope !== 'people') return t(`share_links.shows.${link.scope}`);
    const names = link.people.map(nameOf);
    return names.length > 0
      ? t('share_links.shows.people', { names: list(names) })
      : t('share_links.shows.nobody');
  };

  const askRemove = async () => {
    const yes = await confirm({
      title: t('share_links.delete_title', { name }),
      body: t(collects ? 'share_links.delete_body_collect' : 'share_links.delete_body'),
      confirm: t('common.delete'),
      danger: true,
    });
    if (yes) remove.mutate({ id: link.id }, { onError: failToDelete });
  };

  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <span className={classes.name}>{name}</span>
        <StatusBadge tone={tones[link.status]}>{t(`share_links.status.${link.status}`)}</StatusBadge>
      </div>
      <p className={classes.scope}>
        {scope()}
        {!collects && ` · ${t('galleries.photos', { count: link.photo_count, n: number(link.photo_count) })}`}
      </p>
      <SharingCheckLine link={link} onOpen={() => onCheck()} />
      <div className={classes.facts}>
        <span>{t('share_links.created', { date: date(link.created_at) })}</span>
        <ShareLinkEnd link={link} />
        <span>{link.has_password ? t('share_links.with_password') : t('share_links.without_password')}</span>
        {link.show_people && <span>{t('share_links.with_people')}</span>}
        <span>{t('share_links.views', { count: link.view_count, n: number(link.view_count) })}</span>
      </div>
      <Group ref={buttons} gap="xs" wrap="wrap">
        <ShareButton url={link.url} title={gallery.name} />
        <CopyButton value={link.url} label={t('share_links.copy')} />
        <Switch
          label={t('share_links.is_active')}
          checked={active}
          disabled={update.isPending}
          onChange={(event) => switchTo(event.currentTarget.checked)}
          ms="sm"
        />
        <Group gap={0} ms="auto">
          <ShareLinkQrCode
            url={link.url}
            name={name}
            hint={t(collects ? 'share_links.code_hint_collect' : 'share_links.code_hint')}
            onPrint={setPaper}
          />
          <ActionIcon aria-label={t('share_links.edit_named', { name })} onClick={onEdit}>
            <IconPencil size={20} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon
            color="red"
            aria-label={t('share_links.delete_named', { name })}
            onClick={() => void askRemove()}
          >
            <IconTrash size={20} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
        </Group>
      </Group>
      {isNew && (
        <Stack gap="sm" align="flex-start">
          <QrCode url={link.url} title={t('share_links.code_named', { name })} size={160} />
          <AddressWarning url={link.url} />
        </Stack>
      )}
      {paper && (
        <ShareLinkPoster gallery={gallery} link={link} paper={paper} onDone={() => setPaper(undefined)} />
      )}
    </li>
  );
}
