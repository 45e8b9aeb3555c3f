import type { z } from 'zod';
import {
  type Authorized,
  type ClubAction,
  refusedActionErrors,
  targetRules,
} from '#server/contract/permissions.ts';
import { guard, requireAllowed } from '#server/trpc/trpc.ts';
import { type LoadedClub, loadClub } from './load-club.ts';

export const guardClub = <Action extends ClubAction, S extends z.ZodType>(
  action: Action,
  schema: S,
  field = 'id',
) =>
  guard(
    `club.${action}`,
    ['club_not_found', refusedActionErrors.club],
    async ({ ctx, viewer, id }) => {
      const club = await loadClub(ctx.db, viewer, id);
      requireAllowed(targetRules.club[action](viewer, club.facts), refusedActionErrors.club);
      return { club: club as Authorized<LoadedClub, Action> };
    },
    schema,
    field,
  );
