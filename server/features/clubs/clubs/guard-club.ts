import type { z } from 'zod';
import { type ClubAction, refusedActionErrors, targetRules } from '#server/contract/permissions.ts';
import { guard, requireAllowed } from '#server/trpc/trpc.ts';
import { loadClub } from './load-club.ts';

export const guardClub = <S extends z.ZodType>(action: ClubAction, schema: S, field = 'id') =>
  guard(
    `club.${action}`,
    ['club_not_found', refusedActionErrors.club],
    async ({ ctx, viewer, id }) => {
      const club = await loadClub(ctx.db, viewer, id);
      requireAllowed(targetRules.club[action](viewer, club.facts), refusedActionErrors.club);
      return { club };
    },
    schema,
    field,
  );
