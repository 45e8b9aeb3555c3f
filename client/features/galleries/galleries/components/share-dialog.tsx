import { Button, Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressWarning } from '#client/components/ui/feedback/address-warning.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import { type RenderSharingCheck, useChecked } from '#client/hooks/use-checked.ts';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { IconPlus } from '#client/icons/plus.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import type { ShareLink } from '#server/contract/schemas/share-links.ts';
import { useChangeShareLinks, useShareLinks } from '../api/share-links.ts';
import { AskedByLinks } from './asked-by-links.tsx';
import { copyNewLink } from './copy-new-link.ts';
import { QuickShare, quickLinkOf } from './quick-share.tsx';
import { ShareLinkForm } from './share-link-form.tsx';
import classes from './share-link-row.module.css';
import { ShareLinkRow } from './share-link-row.tsx';
import type { ShareChoice } from './share-scope-field.tsx';

type Edited = { linkId: string | 'new'; first?: 'name' | 'password' };

interface ShareDialogProps {
  gallery: Gallery;
  people: Person[];
  nameOf: (person: ShareLink['people'][number]) => string;
  /** Opens the form of a new link that shows this. */
  choice?: ShareChoice | undefined;
  /** Opens the form of this link, or of a new one, with the focus on this field. */
  edited?: Edited | undefined;
  renderCheck: RenderSharingCheck;
  onClose: () => void;
}

/** One link to all as a code, and the others below. Opening it publishes nothing. */
export function ShareDialog({
  gallery,
  people,
  nameOf,
  choice,
  edited,
  renderCheck,
  onClose,
}: ShareDialogProps) {
  const { t } = useTranslation();
  const links = useShareLinks(gallery.id);
  const [made, setMade] = useState<string>();
  const [editing, setEditing] = useState(choice ? ({ linkId: 'new', first: 'name' } as Edited) : edited);
  const { update } = useChangeShareLinks();
  const check = useChecked(renderCheck);
  const failToSave = useErrorToast(t('failed.link_save'));
  const show = ({ id, url }: Pick<ShareLink, 'id' | 'url'>) => {
    setMade(id);
    void copyNewLink(t, url);
  };
  const activate = ({ id, url }: ShareLink) =>
    update.mutate({ id, is_active: true }, { onSuccess: () => show({ id, url }), onError: failToSave });
  const done = (made?: ShareLink) => {
    setEditing(undefined);
    if (!made) return;
    if (made.is_active) show(made);
    else
      check.act({
        galleryId: gallery.id,
        linkId: made.id,
        label: t('sharing_check.activate'),
        run: () => activate(made),
        onError: failToSave,
      });
  };
  const choices = people.map((person) => ({ value: person.id, label: nameOf(person) }));
  const list = links.data?.links ?? [];
  if (check.dialog) return check.dialog;
  const whole = quickLinkOf(list);
  const isEdited = (link: ShareLink | undefined) => link !== undefined && editing?.linkId === link.id;
  const form = (link?: ShareLink) => (
    <ShareLinkForm
      galleryId={gallery.id}
      link={link}
      people={choices}
      choice={choice ?? {}}
      first={editing?.first}
      onDone={done}
    />
  );
  return (
    <Dialog opened onClose={onClose} title={t('share_links.title')} size="lg">
      {links.error && <ErrorState title={t('failed.links_load')} of={links} />}
      {/* On a phone the dialog stands on the lower edge: a list that arrived later would move the button under a thumb. */}
      {links.isPending && <Skeleton h={240} />}
      {links.data && (
        <Stack gap="md">
          <AskedByLinks galleryId={gallery.id} renderCheck={renderCheck} />
          {editing?.linkId === 'new' ? (
            form()
          ) : isEdited(whole) ? (
            form(whole)
          ) : (
            <QuickShare
              gallery={gallery}
              made={made}
              onOptions={(linkId = 'new', first) => setEditing({ linkId, first })}
              renderCheck={renderCheck}
            />
          )}
          {whole && editing?.linkId !== 'new' && (
            <Button
              leftSection={<IconPlus size={18} />}
              variant="default"
              onClick={() => setEditing({ linkId: 'new' })}
              style={{ alignSelf: 'flex-start' }}
            >
              {t('share_links.another')}
            </Button>
          )}
          {!whole && list[0] && !made && <AddressWarning url={list[0].url} />}
          <ul className={classes.plain}>
            {list.map((link) =>
              link === whole ? null : isEdited(link) ? (
                <li key={link.id}>{form(link)}</li>
              ) : (
                <ShareLinkRow
                  key={link.id}
                  gallery={gallery}
                  link={link}
                  nameOf={nameOf}
                  isNew={link.id === made}
                  onEdit={() => setEditing({ linkId: link.id })}
                  check={check}
                />
              ),
            )}
          </ul>
        </Stack>
      )}
    </Dialog>
  );
}
