import { ActionIcon, Button, Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { DropdownMenu } from '#client/components/ui/overlays/dropdown-menu.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { IconBell } from '#client/icons/bell.ts';
import { IconDots } from '#client/icons/dots.ts';
import { IconFileSpreadsheet } from '#client/icons/file-spreadsheet.ts';
import { IconFileText } from '#client/icons/file-text.ts';
import { IconPrinter } from '#client/icons/printer.ts';
import { IconShieldLock } from '#client/icons/shield-lock.ts';
import { toast } from '#client/lib/toast.ts';
import type { RefusedOutside } from '#server/contract/consent.ts';
import type { ClubPerson } from '#server/contract/schemas/club-people.ts';
import { useGuardianActions, useRefusals } from '../api/guardians.ts';
import { RefusalList } from './refusal-list.tsx';

const ConsentTextsDialog = lazyPart(() => import('./consent-texts-dialog.tsx'));

const RefusedOutsideDialog = lazyPart(() => import('./refused-outside-dialog.tsx'));

const ItemLink = createLink(
  (props: MenuItemProps & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof MenuItemProps>) => (
    <Menu.Item component="a" {...props} />
  ),
);

interface ConsentToolsProps {
  clubId: string;
  clubName: string;
  refusedOutside: RefusedOutside;
}

/** Imports people; what a refusal does, and words of the questions; reminds those who have not answered, and prints who refused something, for the photographer. */
export function ConsentTools({ clubId, clubName, refusedOutside }: ConsentToolsProps) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const { remind } = useGuardianActions();
  const refusals = useRefusals(clubId);
  const failToRemind = useErrorToast(t('failed.consent_remind'));
  const failToPrint = useErrorToast(t('failed.club_people_load'));
  const [printed, setPrinted] = useState<ClubPerson[]>();
  const [writing, setWriting] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const sendReminders = async () => {
    const yes = await confirm({
      title: t('guardians.remind'),
      body: t('guardians.remind_whom'),
      confirm: t('guardians.remind_now'),
    });
    if (!yes) return;
    remind.mutate(
      { id: clubId },
      {
        onSuccess: ({ reminded }) =>
          reminded > 0
            ? toast.success(t('guardians.reminded', { count: reminded }))
            : toast.info(t('guardians.nobody_to_remind')),
        onError: failToRemind,
      },
    );
  };
  const print = () =>
    refusals.mutate(undefined, {
      onSuccess: (people) =>
        people.length > 0 ? setPrinted(people) : toast.info(t('guardians.nobody_refused')),
      onError: failToPrint,
    });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBell size={18} />}
        loading={remind.isPending}
        onClick={() => void sendReminders()}
      >
        {t('guardians.remind')}
      </Button>
      <DropdownMenu position="bottom-start">
        <Menu.Target>
          <ActionIcon
            variant="default"
            size={44}
            aria-label={t('common.more_for', { name: t('manage_club.tabs.people') })}
            loading={refusals.isPending}
          >
            <IconDots size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <ItemLink
            to="/clubs/$clubId/import"
            params={{ clubId }}
            search={{ only: 'people' }}
            leftSection={<IconFileSpreadsheet size={18} stroke={1.6} />}
          >
            {t('member_import.title')}
          </ItemLink>
          <Menu.Item leftSection={<IconPrinter size={18} stroke={1.6} />} onClick={print}>
            {t('guardians.print_refused')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconShieldLock size={18} stroke={1.6} />}
            onClick={() => setChoosing(true)}
          >
            {t('guardians.refused_outside')}
          </Menu.Item>
          <Menu.Item leftSection={<IconFileText size={18} stroke={1.6} />} onClick={() => setWriting(true)}>
            {t('guardians.texts')}
          </Menu.Item>
        </Menu.Dropdown>
      </DropdownMenu>
      <Suspense>
        {choosing && (
          <RefusedOutsideDialog clubId={clubId} chosen={refusedOutside} onClose={() => setChoosing(false)} />
        )}
        {writing && <ConsentTextsDialog clubId={clubId} onClose={() => setWriting(false)} />}
      </Suspense>
      {printed && <RefusalList club={clubName} people={printed} onDone={() => setPrinted(undefined)} />}
    </>
  );
}
