import type { Needs } from '#server/app-context.ts';
import { zoneOfServer } from '#server/clock.ts';
import { defaultInstallationName } from '#server/contract/default-installation-name.ts';
import { publicAddressOf } from '#server/contract/public-address.ts';
import { done } from '#server/contract/schemas/common.ts';
import {
  installationSettings,
  publicSettings,
  updateInstallationSettingsInput,
} from '#server/contract/schemas/installation-settings.ts';
import { mailWithLinks } from '#server/features/platform/outbox/mail-with-links.ts';
import { doneAfter, publicProcedure, router, withPermission } from '#server/trpc/trpc.ts';
import { askForPastEvents } from './ask-for-past-events.ts';
import { getInstallationSettings } from './installation-settings.repository.ts';
import { updateInstallationSettings } from './update-installation-settings.ts';

const setByOperator = ({
  publicUrl,
  forwarding,
  provider,
  push,
}: Needs<'publicUrl' | 'forwarding' | 'provider' | 'push'>) => ({
  public_url: publicUrl,
  time_zone: zoneOfServer(),
  forwarding_problem: forwarding.problem,
  is_provider_insecure: provider?.isInsecure ?? false,
  push_contact: push.contact,
});

export const installationSettingsRouter = router({
  public: publicProcedure('the sign-in pages depend on it; it names no account')
    .meta({ summary: 'What pages have to know before anybody has signed in' })
    .output(publicSettings)
    .query(async ({ ctx }) => {
      const settings = await getInstallationSettings(ctx.db);
      return {
        ...settings,
        name: settings.name ?? defaultInstallationName,
        mail: mailWithLinks(ctx.mail) !== null,
        public_address: publicAddressOf(ctx.publicUrl),
        provider_label: ctx.provider?.label ?? null,
        passwords_for: ctx.provider?.isOnly ? 'superusers' : 'everybody',
        provider_starts: ctx.provider?.isAutomatic ? 'at_once' : 'by_button',
        provider_ends: ctx.provider?.endsThere ? 'with_session' : 'by_itself',
        passkey_origin: ctx.relyingParty?.origin ?? null,
        today: ctx.clock.today(),
      };
    }),

  get: withPermission('settings.administer')
    .meta({ summary: 'The settings of the installation' })
    .output(installationSettings)
    .query(async ({ ctx }) => ({ ...(await getInstallationSettings(ctx.db)), ...setByOperator(ctx) })),

  update: withPermission('settings.administer')
    .meta({
      summary: 'Change the settings that are sent',
      errors: ['own_second_factor_first', 'field_invalid'],
    })
    .input(updateInstallationSettingsInput)
    .output(installationSettings)
    .mutation(async ({ ctx, input }) => ({
      ...(await updateInstallationSettings(ctx, input)),
      ...setByOperator(ctx),
    })),

  askForPastEvents: withPermission('event.create', 'event_create_forbidden')
    .meta({ summary: 'Ask the administrators to allow events on past days' })
    .output(done)
    .mutation(({ ctx }) => doneAfter(askForPastEvents(ctx))),
});
