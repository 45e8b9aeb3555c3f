import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Pagination } from '#client/components/ui/data/pagination.tsx';
import { SelectionAction, SelectionBar } from '#client/components/ui/data/selection-bar.tsx';
import { AddressWarning } from '#client/components/ui/feedback/address-warning.tsx';
import { EmptyState } from '#client/components/ui/feedback/empty-state.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { Filter, FilterBar, SearchField } from '#client/components/ui/forms/filter-bar.tsx';
import { FilterSelect } from '#client/components/ui/forms/filter-select.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { usePageInRange } from '#client/hooks/use-page-in-range.ts';
import { useSelection } from '#client/hooks/use-selection.ts';
import { useUrlFilters, useUrlText } from '#client/hooks/use-url-filters.ts';
import { IconMail } from '#client/icons/mail.ts';
import { IconPrinter } from '#client/icons/printer.ts';
import { IconQrcode } from '#client/icons/qrcode.ts';
import { IconUserPlus } from '#client/icons/user-plus.ts';
import { toast } from '#client/lib/toast.ts';
import { invitationStates } from '#server/contract/invitations.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import type { Club } from '#server/contract/schemas/clubs.ts';
import type { Invitation } from '#server/contract/schemas/invitations.ts';
import {
  invitationsInput,
  useInvitations,
  useOpenInvitationCount,
  useOpenPersonalInvitations,
} from '../api/invitations.ts';
import { ShownInvitation } from './invitation-details.tsx';
import { InvitationForm } from './invitation-form.tsx';
import { InvitationSlips } from './invitation-slips.tsx';
import { InvitationsTable } from './invitations-table.tsx';
import { SlipsForChildren } from './slips-for-children.tsx';
import { UnprintableSlipsDialog } from './unprintable-slips-dialog.tsx';

interface InvitationsPanelProps {
  club: Pick<Club, 'id' | 'name' | 'permissions'>;
  /** Further ways to invite, beside the buttons. */
  children?: ReactNode;
}

/** The invitations of a club: make them, print them, and see what became of them. */
export function InvitationsPanel({ club, children }: InvitationsPanelProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { filters, set, page, setPage, view } = useUrlFilters();
  const [text, setText] = useUrlText('q', 300);
  const selection = useSelection(view);
  const list = useInvitations(club.id, invitationsInput(filters));
  const open = useOpenInvitationCount(club.id);
  const personal = useOpenPersonalInvitations(club.id);
  const failToPrint = useErrorToast(t('failed.invitations_load'));
  const [creating, setCreating] = useState<'anybody' | 'person'>();
  const [shown, setShown] = useState<Invitation>();
  const [made, setMade] = useState<string>();
  /** Open invitations, some of which cannot be printed. */
  const [unprintable, setUnprintable] = useState<Invitation[]>();
  const [slips, setSlips] = useState<Invitation[]>();
  const rows = list.data?.invitations;
  const total = list.data?.total;
  const isFiltered = Boolean(filters.q || filters.status);
  usePageInRange(page, listSizes.users, total, setPage);

  const printOpen = () =>
    personal.mutate(undefined, {
      onSuccess: (all) => {
        if (all.length === 0) toast.info(t('invitations.no_slips'));
        else if (all.some(({ url }) => url === null)) setUnprintable(all);
        else setSlips(all);
      },
      onError: failToPrint,
    });

  return (
    <Stack gap="md">
      <Group gap="sm">
        <Button leftSection={<IconQrcode size={18} />} onClick={() => setCreating('anybody')}>
          {t('invitations.new_poster')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconUserPlus size={18} />}
          onClick={() => setCreating('person')}
        >
          {t('invitations.new_person')}
        </Button>
        {club.permissions.can_manage_people && <SlipsForChildren club={club} />}
        {children}
        {Boolean(open) && (
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} />}
            loading={personal.isPending}
            onClick={printOpen}
          >
            {t('invitations.print_open')}
          </Button>
        )}
      </Group>
      {Boolean(total) && <AddressWarning />}
      {list.error && !rows && <ErrorState title={t('failed.invitations_load')} of={list} />}
      {(Boolean(total) || isFiltered) && (
        <FilterBar result={total !== undefined && t('invitations.found', { count: total, n: number(total) })}>
          <SearchField label={t('invitations.search')} value={text} onChange={setText} />
          <Filter chosen={filters.status !== undefined}>
            <FilterSelect
              label={t('invitations.state')}
              all={t('invitations.all_states')}
              data={invitationStates.map((value) => ({ value, label: t(`invitations.states.${value}`) }))}
              value={filters.status}
              onChange={(status) => set({ status })}
            />
          </Filter>
        </FilterBar>
      )}
      {list.isPending && <Skeleton h={240} />}
      {rows && rows.length > 0 && <InvitationsTable rows={rows} selection={selection} onOpen={setShown} />}
      {total === 0 && (
        <EmptyState
          icon={IconMail}
          title={t(isFiltered ? 'invitations.none_found' : 'invitations.none')}
          text={t(isFiltered ? 'invitations.none_found_text' : 'invitations.none_text')}
        />
      )}
      <Pagination page={page} perPage={listSizes.users} total={total ?? 0} />
      <SelectionBar count={selection.count} onClear={selection.clear}>
        <SelectionAction
          icon={<IconPrinter size={18} stroke={1.7} />}
          onClick={() => setSlips(rows?.filter(({ id }) => selection.has(id)))}
        >
          {t('invitations.print_chosen', { count: selection.count })}
        </SelectionAction>
      </SelectionBar>
      {creating && (
        <InvitationForm
          club={club}
          audience={creating}
          onClose={() => setCreating(undefined)}
          onCreated={(invitation) => {
            setCreating(undefined);
            setMade(invitation.id);
            setShown(invitation);
          }}
        />
      )}
      {shown && (
        <ShownInvitation
          club={club}
          invitation={shown}
          isNew={shown.id === made}
          onChanged={setShown}
          onClose={() => {
            setShown(undefined);
            setMade(undefined);
          }}
        />
      )}
      {unprintable && (
        <UnprintableSlipsDialog
          clubId={club.id}
          invitations={unprintable}
          onClose={() => setUnprintable(undefined)}
          onPrint={(printable) => {
            setUnprintable(undefined);
            setSlips(printable);
          }}
          onReplaced={() => {
            setUnprintable(undefined);
            printOpen();
          }}
        />
      )}
      {slips && <InvitationSlips club={club.name} invitations={slips} onDone={() => setSlips(undefined)} />}
    </Stack>
  );
}
