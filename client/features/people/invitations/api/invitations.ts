import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type Filters, pageOf } from '#client/hooks/use-url-filters.ts';
import { trpc, type Utils } from '#client/lib/trpc.ts';
import { type InvitationState, invitationStates } from '#server/contract/invitations.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import type { Invitation } from '#server/contract/schemas/invitations.ts';

interface InvitationFilters {
  search?: string | undefined;
  state?: InvitationState | undefined;
  limit: number;
  offset?: number;
}

/** The query input from the search params. */
export const invitationsInput = (filters: Filters): InvitationFilters => ({
  search: filters.q,
  state: invitationStates.find((state) => state === filters.status),
  limit: listSizes.users,
  offset: (pageOf(filters) - 1) * listSizes.users,
});

export const invitationsQuery = (utils: Utils, id: string, filters: InvitationFilters) =>
  utils.invitations.list.queryOptions({ id, ...filters });

export function useInvitations(id: string, filters: InvitationFilters) {
  return useQuery({ ...invitationsQuery(trpc.useUtils(), id, filters), placeholderData: keepPreviousData });
}

export const onlyOpenCount = { state: 'open', limit: 1 } as const;

/** The number of open invitations, without the list. */
export function useOpenInvitationCount(id: string): number | undefined {
  return useQuery(invitationsQuery(trpc.useUtils(), id, onlyOpenCount)).data?.total;
}

/** Loads every open invitation for one person, however many pages the list has. */
export function useOpenPersonalInvitations(id: string) {
  const { client } = trpc.useUtils();
  return useMutation({
    mutationFn: async () => {
      const all: Invitation[] = [];
      for (;;) {
        const input = { id, state: 'open', limit: listSizes.max, offset: all.length } as const;
        const { invitations, total } = await client.invitations.list.query(input);
        all.push(...invitations);
        if (invitations.length === 0 || all.length >= total) break;
      }
      return all.filter(({ max_uses }) => max_uses === 1);
    },
  });
}
