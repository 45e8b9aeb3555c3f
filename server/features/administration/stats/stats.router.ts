import { adminStats, dashboardStats, firstSteps, waitingAtClubs } from '#server/contract/schemas/stats.ts';
import { getProcessStats } from '#server/processes/get-process-stats.ts';
import { router, signedIn, withPermission } from '#server/trpc/trpc.ts';
import {
  getAdminStats,
  getDashboardStats,
  getFirstSteps,
  listWaitingAtClubs,
  listWaitingInGalleries,
} from './stats.repository.ts';

export const statsRouter = router({
  dashboard: signedIn('answers the viewer only')
    .meta({ summary: 'Quick figures of the viewer' })
    .output(dashboardStats)
    .query(({ ctx }) => getDashboardStats(ctx.db, ctx.viewer.id, ctx.clock.today())),

  waiting: signedIn('lists only clubs and galleries whose requests the viewer answers')
    .meta({ summary: 'The clubs and galleries in which somebody waits for an answer of the viewer' })
    .output(waitingAtClubs)
    .query(async ({ ctx }) => ({
      clubs: await listWaitingAtClubs(ctx.db, ctx.viewer),
      galleries: await listWaitingInGalleries(ctx.db, ctx.viewer, ctx),
    })),

  firstSteps: withPermission('faces.administer')
    .meta({ summary: 'Which first steps of a new installation are done' })
    .output(firstSteps)
    .query(async ({ ctx }) => ({ ...(await getFirstSteps(ctx.db)), public_url: ctx.publicUrl })),

  admin: withPermission('faces.administer')
    .meta({ summary: 'Figures of the whole server' })
    .output(adminStats)
    .query(async ({ ctx }) => ({
      ...(await getAdminStats(ctx.db)),
      database: ctx.databaseKind,
      version: '0.1.0',
      started_at: ctx.startedAt.toISOString(),
      processes: ctx.role === 'all' ? null : await getProcessStats(ctx.db),
    })),
});
