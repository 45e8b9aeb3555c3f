import { Button, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DataTable } from '#client/components/ui/data/data-table.tsx';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useUntil } from '#client/hooks/use-until.ts';
import type { ClubRightHolder } from '#server/contract/schemas/club-rights.ts';
import { useClubDecisionsOnRights, useClubLinks, useClubRights } from '../api/club-rights.ts';
import { memberColumns, nameOf } from './name-and-email-columns.tsx';

/** What people who are no members may do in the club, and the links to its galleries: each can be ended. */
export default function ClubRightsPanel({ clubId }: { clubId: string }) {
  const { t } = useTranslation();
  const until = useUntil();
  const confirm = useConfirm();
  const showError = useErrorToast(t('failed.rights_end'));
  const rights = useClubRights(clubId).data?.rights ?? [];
  const links = useClubLinks(clubId).data?.links ?? [];
  const { endRights, endLink } = useClubDecisionsOnRights();

  const ask = (name: string, body: string) =>
    confirm({
      title: t('club_rights.end_title', { name }),
      body,
      confirm: t('club_rights.end'),
      danger: true,
    });
  const end = async (row: ClubRightHolder) => {
    if (await ask(nameOf(row), t('club_rights.end_body')))
      endRights.mutate({ id: clubId, user_id: row.id }, { onError: showError });
  };
  const endLinkOf = async (link: (typeof links)[number]) => {
    if (await ask(link.gallery_name, t('club_rights.end_link_body')))
      endLink.mutate({ id: link.id }, { onError: showError });
  };
  const endButton = (name: string, onClick: () => void) => (
    <Button
      variant="subtle"
      color="red"
      px="sm"
      aria-label={t('club_rights.end_named', { name })}
      onClick={onClick}
    >
      {t('club_rights.end')}
    </Button>
  );
  const what = ({ roles, galleries, events, access }: ClubRightHolder) =>
    [
      ...roles.map((role) => t(`roles.${role}.name`)),
      ...(galleries ? [t('club_rights.galleries', { count: galleries })] : []),
      ...(events ? [t('club_rights.events', { count: events })] : []),
      ...(access ? [t('club_rights.access', { count: access })] : []),
    ].join(', ');
  return (
    <Stack gap="lg">
      {rights.length > 0 && (
        <>
          <Text>{t('club_rights.text')}</Text>
          <DataTable
            caption={t('club_rights.people')}
            columns={[
              ...memberColumns<ClubRightHolder>(t),
              { key: 'what', header: t('club_rights.what'), cell: what },
            ]}
            rows={rights}
            idOf={(row) => row.id}
            nameOf={nameOf}
            rowActions={(row) => endButton(nameOf(row), () => void end(row))}
          />
        </>
      )}
      {links.length > 0 && <Title order={3}>{t('club_rights.links')}</Title>}
      {links.length > 0 && (
        <DataTable
          caption={t('club_rights.links')}
          columns={[
            { key: 'gallery', header: t('club_rights.link_of'), main: true, cell: (row) => row.gallery_name },
            { key: 'name', header: t('club_rights.link_name'), cell: (row) => row.name || row.gallery_name },
            {
              key: 'until',
              header: t('club_rights.until'),
              nowrap: true,
              cell: (row) => (row.expires_at ? until(row.expires_at) : '–'),
            },
          ]}
          rows={links}
          idOf={(row) => row.id}
          nameOf={(row) => row.gallery_name}
          rowActions={(row) => endButton(row.gallery_name, () => void endLinkOf(row))}
        />
      )}
    </Stack>
  );
}
