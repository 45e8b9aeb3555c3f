import type { z } from 'zod';
import {
  type Authorized,
  type EventAction,
  refusedActionErrors,
  targetRules,
} from '#server/contract/permissions.ts';
import { guard, requireAllowed } from '#server/trpc/trpc.ts';
import { type LoadedEvent, loadEvent } from './load-event.ts';

export const guardEvent = <Action extends EventAction, S extends z.ZodType>(
  action: Action,
  schema: S,
  field = 'id',
) =>
  guard(
    `event.${action}`,
    ['event_not_found', refusedActionErrors.event],
    async ({ ctx, viewer, id }) => {
      const event = await loadEvent(ctx.db, viewer, id);
      requireAllowed(targetRules.event[action](viewer, event.facts), refusedActionErrors.event);
      return { event: event as Authorized<LoadedEvent, Action> };
    },
    schema,
    field,
  );
