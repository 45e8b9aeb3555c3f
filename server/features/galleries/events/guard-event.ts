import type { z } from 'zod';
import { type EventAction, refusedActionErrors, targetRules } from '#server/contract/permissions.ts';
import { guard, requireAllowed } from '#server/trpc/trpc.ts';
import { loadEvent } from './load-event.ts';

export const guardEvent = <S extends z.ZodType>(action: EventAction, schema: S, field = 'id') =>
  guard(
    `event.${action}`,
    ['event_not_found', refusedActionErrors.event],
    async ({ ctx, viewer, id }) => {
      const event = await loadEvent(ctx.db, viewer, id);
      requireAllowed(targetRules.event[action](viewer, event.facts), refusedActionErrors.event);
      return { event };
    },
    schema,
    field,
  );
