import { ActionIcon, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import { DropdownMenu } from '#client/components/ui/overlays/dropdown-menu.tsx';
import { IconBell } from '#client/icons/bell.ts';
import { IconDots } from '#client/icons/dots.ts';
import { IconFaceId } from '#client/icons/face-id.ts';
import { IconLink } from '#client/icons/link.ts';
import { IconMoodX } from '#client/icons/mood-x.ts';
import { IconPhoto } from '#client/icons/photo.ts';
import { IconShare } from '#client/icons/share.ts';
import { IconUserCheck } from '#client/icons/user-check.ts';
import { useFamilyShareLinks } from '../api/family-share-links.ts';
import { useFoundPhotos } from '../api/found-photos.ts';
import { maySharePhotos } from '../may-share-photos.ts';
import type { ShownMember } from '../shown-names.ts';
import { AnsweredNoDialog, useAnsweredNoLabel } from './answered-no.tsx';
import { ReferencePictures } from './reference-pictures.tsx';

const AddReferencePictureDialog = lazyPart(() => import('./add-reference-picture-dialog.tsx'));
const FamilyShareLinksDialog = lazyPart(() => import('./family-share-links-dialog.tsx'));

interface MemberMenuProps {
  member: ShownMember;
  /** The links are shown; the viewer opens them, too. */
  isSharing: boolean;
  setSharing: (isSharing: boolean) => void;
  /** Finds photos by a picture. */
  onSearch: () => void;
  /** What pages of other features add. */
  children?: ReactNode;
}

/** All that there is to do about somebody, so that the photos begin high on a phone. What the club does not allow is not in it. */
export function MemberMenu({ member, isSharing, setSharing, onSearch, children }: MemberMenuProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'pictures' | 'adding' | 'answered-no'>();
  const answeredNo = useAnsweredNoLabel(member);
  const mayShare = maySharePhotos(member);
  const { firstPage } = useFoundPhotos(member.id, { enabled: member.find !== 'no' });
  const hasPhotos = (firstPage?.total ?? 0) > 0;
  const links = useFamilyShareLinks(member.id, !mayShare || !hasPhotos).data?.links.length ?? 0;
  const name = member.shown_name;
  const pictures = t('my_photos.pictures.find', { name });
  const hasPictures = member.references.length > 0;
  const close = () => setOpen(undefined);
  return (
    <>
      <DropdownMenu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t('common.more_for', { name })}>
            <IconDots size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown maw="calc(100vw - 32px)">
          <Menu.Item leftSection={<IconFaceId size={18} stroke={1.6} />} onClick={onSearch}>
            {t('my_photos.once')}
          </Menu.Item>
          {mayShare && hasPhotos && (
            <Menu.Item leftSection={<IconShare size={18} stroke={1.6} />} onClick={() => setSharing(true)}>
              {t('my_photos.share')}
            </Menu.Item>
          )}
          {!(mayShare && hasPhotos) && links > 0 && (
            <Menu.Item leftSection={<IconLink size={18} stroke={1.6} />} onClick={() => setSharing(true)}>
              {t('my_photos.links_see')}
            </Menu.Item>
          )}
          {hasPictures && (
            <Menu.Item leftSection={<IconPhoto size={18} stroke={1.6} />} onClick={() => setOpen('pictures')}>
              {pictures}
            </Menu.Item>
          )}
          {answeredNo && (
            <Menu.Item
              leftSection={<IconMoodX size={18} stroke={1.6} />}
              onClick={() => setOpen('answered-no')}
            >
              {answeredNo}
            </Menu.Item>
          )}
          <Menu.Item
            component={Link}
            to="/family"
            hash={member.id}
            leftSection={<IconUserCheck size={18} stroke={1.6} />}
          >
            {t('family.answers')}
          </Menu.Item>
          <Menu.Item
            component={Link}
            to="/settings"
            hash="notifications"
            leftSection={<IconBell size={18} stroke={1.6} />}
          >
            {t('my_photos.tell_me')}
          </Menu.Item>
          {children}
        </Menu.Dropdown>
      </DropdownMenu>
      <Dialog opened={open === 'pictures' && hasPictures} onClose={close} title={pictures}>
        <ReferencePictures purpose="find" member={member} onAdd={() => setOpen('adding')} />
      </Dialog>
      <AnsweredNoDialog member={member} opened={open === 'answered-no'} onClose={close} />
      <Suspense>
        {open === 'adding' && <AddReferencePictureDialog purpose="find" member={member} onClose={close} />}
        {isSharing && <FamilyShareLinksDialog member={member} onClose={() => setSharing(false)} />}
      </Suspense>
    </>
  );
}
