import { adminStats, dashboardStats } from '#server/contract/schemas/notifications.ts';
import { allowed, router, signedIn } from '#server/trpc/trpc.ts';
import { getAdminStats, getDashboardStats } from './stats.repository.ts';

export const statsRouter = router({
  dashboard: signedIn('answers the viewer only')
    .meta({ summary: 'Quick figures of the viewer' })
    .output(dashboardStats)
    .query(({ ctx }) => getDashboardStats(ctx.db, ctx.viewer.id, ctx.clock.today())),

  admin: allowed('faces.administer')
    .meta({ summary: 'Figures of the whole server' })
    .output(adminStats)
    .query(async ({ ctx }) => ({
      ...(await getAdminStats(ctx.db)),
      database: ctx.databaseKind,
      version: '0.1.0',
      started_at: ctx.startedAt.toISOString(),
    })),
});
