import { Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#client/components/ui/elements/copy-button.tsx';
import { QrCode } from '#client/components/ui/elements/qr-code.tsx';
import { ShareButton } from '#client/components/ui/elements/share-button.tsx';
import { AddressWarning } from '#client/components/ui/feedback/address-warning.tsx';
import { StatusBadge } from '#client/components/ui/feedback/status-badge.tsx';
import type { Checked } from '#client/hooks/use-checked.ts';
import { useFocusNew } from '#client/hooks/use-focus-new.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import type { ShareLink } from '#server/contract/schemas/share-links.ts';
import { ShareLinkActions } from './share-link-actions.tsx';
import { ShareLinkEnd } from './share-link-end.tsx';
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
  check: Checked;
}

export function ShareLinkRow({ gallery, link, nameOf, isNew, onEdit, check }: ShareLinkRowProps) {
  const { t } = useTranslation();
  const { date, number, list } = useFormat();
  const buttons = useFocusNew(isNew);
  const name = link.name || t('share_links.unnamed');

  const scope = () => {
    if (link.scope !== 'people') return t(`share_links.shows.${link.scope}`);
    const names = link.people.map(nameOf);
    return names.length > 0
      ? t('share_links.shows.people', { names: list(names) })
      : t('share_links.shows.nobody');
  };

  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <span className={classes.name}>{name}</span>
        <StatusBadge tone={tones[link.status]}>{t(`share_links.status.${link.status}`)}</StatusBadge>
      </div>
      <p className={classes.scope}>
        {scope()}
        {link.scope !== 'collect' &&
          ` · ${t('galleries.photos', { count: link.photo_count, n: number(link.photo_count) })}`}
      </p>
      <SharingCheckLine link={link} onOpen={() => check.show({ linkId: link.id })} />
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
        <ShareLinkActions gallery={gallery} link={link} onEdit={onEdit} check={check} />
      </Group>
      {isNew && (
        <Stack gap="sm" align="flex-start">
          <QrCode url={link.url} title={t('share_links.code_named', { name })} size={160} />
          <AddressWarning url={link.url} />
        </Stack>
      )}
    </li>
  );
}
