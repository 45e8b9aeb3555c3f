import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RenderSharingCheck } from '#client/hooks/use-checked.ts';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import type { ShareLink } from '#server/contract/schemas/share-links.ts';
import { useAskGallery, useGalleriesBeside } from '../api/joined-galleries.ts';
import classes from './share-link-row.module.css';
import { useJoinChecked } from './use-join-checked.ts';

const FIRST = 3;

/** The other galleries of the event: a link shows them, too, once somebody who may share them adds them. */
export function GalleriesBeside({ link, renderCheck }: { link: ShareLink; renderCheck: RenderSharingCheck }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const beside = useGalleriesBeside(link.id);
  const { join, leave, busy, dialog } = useJoinChecked(renderCheck);
  const ask = useAskGallery();
  const fail = useErrorToast(t('failed.link_save'));
  const [all, setAll] = useState(false);
  const galleries = beside.data?.galleries ?? [];
  if (galleries.length === 0) return null;
  const disabled = busy || ask.isPending;
  const shown = all ? galleries : galleries.slice(0, FIRST);
  return (
    <section aria-label={t('share_links.also_shows')}>
      <Text size="sm" fw={600}>
        {t('share_links.also_shows')}
      </Text>
      <ul className={classes.plain}>
        {shown.map(({ id, name, is_shown, is_asked, may_share }) => (
          <li key={id} className={classes.beside}>
            <span className={classes.besideName}>{name}</span>
            {is_shown ? (
              <Button
                variant="subtle"
                disabled={disabled || !may_share}
                aria-label={t(may_share ? 'common.remove_named' : 'share_links.shown_named', { name })}
                onClick={() => leave(id, link.id)}
              >
                {t(may_share ? 'common.remove' : 'share_links.shown')}
              </Button>
            ) : may_share ? (
              <Button
                variant="default"
                disabled={disabled}
                aria-label={t('share_links.add_named', { name })}
                onClick={() => void join(id, link.id)}
              >
                {t('share_links.add')}
              </Button>
            ) : (
              <Button
                variant="default"
                disabled={disabled || is_asked}
                aria-label={t(is_asked ? 'share_links.asked_named' : 'share_links.ask_named', { name })}
                onClick={() => ask.mutate({ id: link.id, gallery_id: id }, { onError: fail })}
              >
                {t(is_asked ? 'share_links.asked' : 'share_links.ask')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {shown.length < galleries.length && (
        <Group>
          <Button variant="subtle" onClick={() => setAll(true)}>
            {t('common.show_more', { shown: number(shown.length), total: number(galleries.length) })}
          </Button>
        </Group>
      )}
      {dialog}
    </section>
  );
}
