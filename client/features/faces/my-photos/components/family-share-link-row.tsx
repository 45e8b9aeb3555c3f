import { Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#client/components/ui/elements/copy-button.tsx';
import { QrCode } from '#client/components/ui/elements/qr-code.tsx';
import { ShareButton } from '#client/components/ui/elements/share-button.tsx';
import { AddressWarning } from '#client/components/ui/feedback/address-warning.tsx';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFocusNew } from '#client/hooks/use-focus-new.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { useUntil } from '#client/hooks/use-until.ts';
import type { FamilyShareLink } from '#server/contract/schemas/family-share-links.ts';
import { useChangeFamilyShareLinks } from '../api/family-share-links.ts';
import type { ShownMember } from '../shown-names.ts';

interface FamilyShareLinkRowProps {
  member: ShownMember;
  link: FamilyShareLink;
  /** It was just made: its code is shown too. */
  isNew: boolean;
}

/** A link in force. Only its creator can hand it on, everybody of the family can end it. */
export function FamilyShareLinkRow({ member, link, isNew }: FamilyShareLinkRowProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const until = useUntil();
  const confirm = useConfirm();
  const fail = useErrorToast(t('failed.link_delete'));
  const { remove } = useChangeFamilyShareLinks();
  const buttons = useFocusNew(isNew);
  const name = member.shown_name;
  const end = async () => {
    const yes = await confirm({
      title: t('my_photos.end_link_title'),
      body: t('my_photos.end_link_text', { name }),
      confirm: t('my_photos.end_link'),
      danger: true,
    });
    if (yes) remove.mutate({ id: member.id, link_id: link.id }, { onError: fail });
  };
  const facts = [
    t('share_links.until', { date: until(link.expires_at) }),
    t(link.has_password ? 'share_links.with_password' : 'share_links.without_password'),
    t('share_links.views', { count: link.view_count, n: number(link.view_count) }),
    ...(link.url ? [] : [t('my_photos.link_of_others')]),
  ];
  return (
    <li>
      <p>{facts.join('\u00a0· ')}</p>
      <Group ref={buttons} gap="xs">
        {link.url && <ShareButton url={link.url} title={t('my_photos.photos_of', { name })} />}
        {link.url && <CopyButton value={link.url} label={t('share_links.copy')} />}
        <Button variant="subtle" color="red" loading={remove.isPending} onClick={() => void end()}>
          {t('my_photos.end_link')}
        </Button>
      </Group>
      {isNew && link.url && (
        <Stack gap="sm" align="flex-start">
          <QrCode
            url={link.url}
            title={t('share_links.code_named', { name: t('my_photos.photos_of', { name }) })}
            size={160}
          />
          <AddressWarning url={link.url} />
        </Stack>
      )}
    </li>
  );
}
