import { defaultName } from '#server/contract/default-name.ts';
import {
  instanceSettings,
  publicSettings,
  updateInstanceSettingsInput,
} from '#server/contract/schemas/instance-settings.ts';
import { mailWithLinks } from '#server/mail/mail-settings.ts';
import { publicProcedure, router, withPermission } from '#server/trpc/trpc.ts';
import { getInstanceSettings } from './instance-settings.repository.ts';
import { updateInstanceSettings } from './update-instance-settings.ts';

export const instanceSettingsRouter = router({
  public: publicProcedure('the sign-in pages depend on it; it names no account')
    .meta({ summary: 'What pages have to know before anybody has signed in' })
    .output(publicSettings)
    .query(async ({ ctx }) => {
      const settings = await getInstanceSettings(ctx.db);
      return { ...settings, name: settings.name ?? defaultName, mail: mailWithLinks(ctx.mail) !== null };
    }),

  get: withPermission('settings.administer')
    .meta({ summary: 'The settings of the installation' })
    .output(instanceSettings)
    .query(async ({ ctx }) => ({ ...(await getInstanceSettings(ctx.db)), public_url: ctx.publicUrl })),

  update: withPermission('settings.administer')
    .meta({ summary: 'Change the settings that are sent', errors: ['field_invalid'] })
    .input(updateInstanceSettingsInput)
    .output(instanceSettings)
    .mutation(async ({ ctx, input }) => ({
      ...(await updateInstanceSettings(ctx, input)),
      public_url: ctx.publicUrl,
    })),
});
