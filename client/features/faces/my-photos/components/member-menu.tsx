import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconMoodX, IconPhoto, IconUserCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import { DropdownMenu } from '#client/components/ui/overlays/dropdown-menu.tsx';
import type { ShownMember } from '../shown-names.ts';
import { AnsweredNoDialog, useAnsweredNoLabel } from './answered-no.tsx';
import { ReferencePictures } from './reference-pictures.tsx';

/** What is rarely needed about somebody, so that the photos begin high on a phone. */
export function MemberMenu({ member, onAddPicture }: { member: ShownMember; onAddPicture: () => void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'pictures' | 'answered-no'>();
  const answeredNo = useAnsweredNoLabel(member);
  const name = member.shown_name;
  const pictures = t('my_photos.pictures.find', { name });
  const hasPictures = member.references.length > 0;
  const close = () => setOpen(undefined);
  return (
    <>
      <DropdownMenu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t('common.more_for', { name })}>
            <IconDots size={20} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown maw="calc(100vw - 32px)">
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
        </Menu.Dropdown>
      </DropdownMenu>
      <Dialog opened={open === 'pictures' && hasPictures} onClose={close} title={pictures}>
        <ReferencePictures
          purpose="find"
          member={member}
          onAdd={() => {
            close();
            onAddPicture();
          }}
        />
      </Dialog>
      <AnsweredNoDialog member={member} opened={open === 'answered-no'} onClose={close} />
    </>
  );
}
