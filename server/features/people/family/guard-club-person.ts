import type { z } from 'zod';
import { type ClubPersonAction, refusedActionErrors, targetRules } from '#server/contract/permissions.ts';
import { guard, requireAllowed } from '#server/trpc/trpc.ts';
import { loadFamilyPerson } from './family.repository.ts';

/** Somebody a club knows, asked by the person or a guardian. */
export const guardClubPerson = <S extends z.ZodType>(action: ClubPersonAction, schema: S, field = 'id') =>
  guard(
    `clubPerson.${action}`,
    [refusedActionErrors.clubPerson],
    async ({ ctx, viewer, id }) => {
      const clubPerson = await loadFamilyPerson(ctx.db, viewer.id, id, ctx.clock.today());
      requireAllowed(
        targetRules.clubPerson[action](viewer, clubPerson.facts),
        refusedActionErrors.clubPerson,
      );
      return { clubPerson };
    },
    schema,
    field,
  );
