import { ActionIcon, Group, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import type { Checked } from '#client/hooks/use-checked.ts';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useOptimisticSetting } from '#client/hooks/use-optimistic-setting.ts';
import { IconPencil } from '#client/icons/pencil.ts';
import { IconTrash } from '#client/icons/trash.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import type { ShareLink } from '#server/contract/schemas/share-links.ts';
import { useChangeShareLinks } from '../api/share-links.ts';
import { ShareLinkPoster } from './share-link-poster.tsx';
import { ShareLinkQrCode } from './share-link-qr-code.tsx';

interface ShareLinkActionsProps {
  gallery: Gallery;
  link: ShareLink;
  onEdit: () => void;
  check: Checked;
}

/** Switches a link on and off, and shows its code, its form and the question whether to delete it. */
export function ShareLinkActions({ gallery, link, onEdit, check }: ShareLinkActionsProps) {
  const { t } = useTranslation();
  const failToSave = useErrorToast(t('failed.link_save'));
  const failToDelete = useErrorToast(t('failed.link_delete'));
  const confirm = useConfirm();
  const { update, remove } = useChangeShareLinks();
  const [active, setActive] = useOptimisticSetting(link.is_active, (is_active) =>
    update.mutateAsync({ id: link.id, is_active }, { onError: failToSave }),
  );
  const activate = () =>
    check.act({
      galleryId: gallery.id,
      linkId: link.id,
      label: t('sharing_check.activate'),
      run: () => setActive(true),
      onError: failToSave,
    });
  const [paper, setPaper] = useState<'A4' | 'A6'>();
  const name = link.name || t('share_links.unnamed');
  const collects = link.scope === 'collect';

  const askRemove = async () => {
    const yes = await confirm({
      title: t('share_links.delete_title', { name }),
      body: t(
        collects
          ? 'share_links.delete_body_collect'
          : link.is_common
            ? 'share_links.delete_body_common'
            : 'share_links.delete_body',
      ),
      confirm: t('common.delete'),
      danger: true,
    });
    if (yes) remove.mutate({ id: link.id }, { onError: failToDelete });
  };

  return (
    <>
      <Switch
        label={t('share_links.is_active')}
        checked={active}
        disabled={update.isPending}
        onChange={(event) => (event.currentTarget.checked ? activate() : setActive(false))}
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
          <IconPencil size={20} stroke={1.6} />
        </ActionIcon>
        <ActionIcon
          color="red"
          aria-label={t('share_links.delete_named', { name })}
          onClick={() => void askRemove()}
        >
          <IconTrash size={20} stroke={1.6} />
        </ActionIcon>
      </Group>
      {paper && (
        <ShareLinkPoster gallery={gallery} link={link} paper={paper} onDone={() => setPaper(undefined)} />
      )}
    </>
  );
}
