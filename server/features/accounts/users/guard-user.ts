import type { z } from 'zod';
import { refusedActionErrors, targetRules, type UserAction } from '#server/contract/permissions.ts';
import { guard, requireAllowed } from '#server/trpc/trpc.ts';
import { loadUser } from './load-user.ts';

export const guardUser = <S extends z.ZodType>(action: UserAction, schema: S, field = 'id') =>
  guard(
    `user.${action}`,
    ['user_not_found', refusedActionErrors.user],
    async ({ ctx, viewer, id }) => {
      // Rights first: viewers who may not read users must not learn which ids exist.
      const isSelf = id.toLowerCase() === viewer.id;
      requireAllowed(targetRules.user[action](viewer, { isSelf }), refusedActionErrors.user);
      return { user: await loadUser(ctx.db, id) };
    },
    schema,
    field,
  );
