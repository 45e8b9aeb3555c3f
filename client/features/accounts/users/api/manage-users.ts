import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Filters, pageOf } from '#client/hooks/use-url-filters.ts';
import { trpc, type Utils } from '#client/lib/trpc.ts';
import { listSizes, userPageSizes } from '#server/contract/list-sizes.ts';
import { type Role, roleNames } from '#server/contract/roles.ts';
import type { User } from '#server/contract/schemas/users.ts';

export interface UserFilters {
  query?: string | undefined;
  role?: Role | undefined;
  page: number;
  per_page: number;
}

/** Roles that can be granted; a user without any is a member. */
export const givenRoles = roleNames.filter((role) => role !== 'member');

export const usersInput = (filters: Filters): UserFilters => ({
  query: filters.q,
  role: givenRoles.find((name) => name === filters.role),
  page: pageOf(filters),
  per_page: userPageSizes.find((size) => size === Number(filters.size)) ?? listSizes.users,
});

export const usersQuery = (utils: Utils, filters: UserFilters) => utils.users.list.queryOptions(filters);

/** Keeps only full accounts: administrators get those, other users a short form. */
export function useUsers(filters: UserFilters) {
  return useQuery({
    ...usersQuery(trpc.useUtils(), filters),
    placeholderData: keepPreviousData,
    select: (data) => ({
      total: data.total,
      users: data.items.filter((item): item is User => 'role_assignments' in item),
    }),
  });
}

/** Always refetched when opened: the form must not start from stale values. */
export function useUserDetails(id: string) {
  return trpc.users.get.useQuery({ id }, { staleTime: 0 });
}

export function useManageUsers() {
  return {
    create: trpc.users.create.useMutation(),
    update: trpc.users.update.useMutation(),
    remove: trpc.users.delete.useMutation(),
  };
}

export interface RoleChoice {
  role: Role;
  club_id: string | null;
}

/** The strongest role and its club: the initial value of the form. */
export function roleOf(user: User): RoleChoice {
  const held = user.role_assignments.find(({ role_name }) => role_name === user.role);
  return { role: user.role, club_id: held?.club_id ?? null };
}

/** Revokes all current roles one after the other, then grants the new one. A member has no role. */
export function useChangeRole() {
  const grant = trpc.users.grantRole.useMutation();
  const revoke = trpc.users.revokeRole.useMutation();
  return async (user: User, to: RoleChoice) => {
    for (const { role_name, club_id } of user.role_assignments)
      await revoke.mutateAsync({ id: user.id, role: role_name, club_id });
    if (to.role !== 'member')
      await grant.mutateAsync({ id: user.id, role_name: to.role, club_id: to.club_id });
  };
}
