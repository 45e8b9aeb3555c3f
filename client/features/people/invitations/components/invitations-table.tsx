import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '#client/components/ui/data/data-table.tsx';
import { BreakableText } from '#client/components/ui/elements/breakable-text.tsx';
import { StatusBadge } from '#client/components/ui/feedback/status-badge.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import type { Selection } from '#client/hooks/use-selection.ts';
import type { Invitation } from '#server/contract/schemas/invitations.ts';
import { labelOf, stateTones } from './invitation-labels.ts';

interface InvitationsTableProps {
  rows: Invitation[];
  selection: Selection;
  onOpen: (invitation: Invitation) => void;
}

/** Invitations with their state; those that can still be accepted or renewed are opened from here. */
export function InvitationsTable({ rows, selection, onOpen }: InvitationsTableProps) {
  const { t } = useTranslation();
  const { date, number } = useFormat();
  /** Who, where it is for one person; how many of how many otherwise. */
  const usesOf = ({ accepted_name, guardian_state, uses, max_uses }: Invitation) => {
    if (max_uses === null) return number(uses);
    if (max_uses > 1) return t('invitations.uses_of', { uses: number(uses), max: number(max_uses) });
    const name = accepted_name ?? (uses > 0 ? t('common.unknown') : null);
    return guardian_state ? t(`invitations.guardian_state.${guardian_state}`, { name }) : name;
  };
  const columns: Column<Invitation>[] = [
    {
      key: 'for',
      header: t('invitations.for'),
      main: true,
      cell: (row) => (
        <>
          <BreakableText text={labelOf(t, row)} />
          {row.email && labelOf(t, row) !== row.email && (
            <Text size="sm" c="dimmed">
              <BreakableText text={row.email} />
            </Text>
          )}
          {row.mail === 'failed' && <StatusBadge tone="bad">{t('invitations.mail_failed')}</StatusBadge>}
        </>
      ),
    },
    { key: 'role', header: t('invitations.role'), cell: (row) => t(`invitations.roles.${row.role}`) },
    {
      key: 'state',
      header: t('invitations.state'),
      cell: (row) => (
        <StatusBadge tone={stateTones[row.state]}>{t(`invitations.states.${row.state}`)}</StatusBadge>
      ),
    },
    { key: 'uses', header: t('invitations.accepted'), cell: usesOf },
    {
      key: 'expires',
      header: t('invitations.expires'),
      nowrap: true,
      cell: (row) => date(row.expires_at),
    },
  ];
  return (
    <DataTable
      caption={t('invitations.title')}
      columns={columns}
      rows={rows}
      idOf={(row) => row.id}
      nameOf={(row) => labelOf(t, row)}
      selection={selection}
      canSelect={(row) => row.state === 'open' && row.url !== null}
      wideActions
      rowActions={(row) =>
        (row.state === 'open' || row.state === 'expired') && (
          <Button
            variant="light"
            px="md"
            aria-label={t('invitations.open_named', { name: labelOf(t, row) })}
            onClick={() => onOpen(row)}
          >
            {t(row.state === 'open' ? 'invitations.open' : 'invitations.renew')}
          </Button>
        )
      }
    />
  );
}
