import type { Needs } from '#server/app-context.ts';
import { isEvening } from '#server/contract/evening-hours.ts';
import { getInstallationName } from '#server/features/accounts/installation-settings/installation-settings.repository.ts';
import { findMailReader } from '#server/features/administration/mail/mail-recipients.repository.ts';
import { mailTexts } from '#server/features/administration/mail/rendering/mail-texts.ts';
import { findNewPhotos } from './find-new-photos.ts';
import { type PushAddress, PushNotTaken, type PushTransport } from './sending/push-transport.ts';
import { isPushOn } from './tell-device.ts';
import {
  claimDevice,
  listDevices,
  releaseDevice,
  removeDevice,
  type ToldDevice,
} from './web-push-devices.repository.ts';
import { closeEvening } from './web-push-evenings.repository.ts';

type Dependencies = Needs<'db' | 'clock' | 'engine' | 'tokens' | 'push' | 'log'>;

/**
 * Tells the devices of an account how many photos of its family are new, each once an evening. Rights, answers and sessions are those
 * of now.
 * @throws PushNotTaken where a service could not take the message: those devices are told at the next attempt
 */
export async function tellEvening(
  ctx: Dependencies,
  transport: PushTransport,
  { userId, day }: { userId: string; day: string },
): Promise<void> {
  const now = ctx.clock.now();
  const evening = { userId, day };
  const isNow = ctx.clock.today() === day && isEvening(now) && (await isPushOn(ctx));
  const devices = isNow ? await listDevices(ctx.db, userId, now) : [];
  const reader = devices.length > 0 ? await findMailReader(ctx.db, userId) : undefined;
  if (!reader) return closeEvening(ctx.db, evening, { state: 'done' }, now);
  const told = new Date(Math.min(...devices.map(({ created_at }) => created_at.getTime())));
  const news = await findNewPhotos(ctx, reader, { day, told });
  if (news.photos === 0) return closeEvening(ctx.db, evening, { state: 'nothing' }, now);
  const installation = await getInstallationName(ctx.db);
  let missed: PushNotTaken | undefined;
  for (const device of devices) {
    const t = mailTexts(reader.language ?? device.language, installation);
    const message = { title: t('web_push.new_photos', { count: news.photos }) };
    const outcome = await tellDeviceOnce(ctx, transport, device, day, message);
    if (outcome instanceof PushNotTaken) missed = outcome;
    if (outcome === 'taken') await closeEvening(ctx.db, evening, { state: 'done', told: news }, now);
  }
  if (missed) throw missed;
  await closeEvening(ctx.db, evening, { state: 'done' }, now);
}

/** Neither address nor keys of a device are logged, nor what a service answers beside its status. */
async function tellDeviceOnce(
  ctx: Dependencies,
  transport: PushTransport,
  { id, sealed }: ToldDevice,
  day: string,
  message: object,
): Promise<'taken' | 'not' | PushNotTaken> {
  const now = ctx.clock.now();
  const address = await ctx.tokens.unseal<PushAddress>('push-address', sealed, now);
  if (!address) {
    await removeDevice(ctx.db, id); // the secret of the server is another one by now
    return 'not';
  }
  if (!(await claimDevice(ctx.db, { id, day, now }))) return 'not';
  try {
    const outcome = await transport.send(address.payload, message);
    if (outcome === 'gone') await removeDevice(ctx.db, id);
    if (outcome === 'refused') ctx.log.warn({ device: id }, 'a message to a phone was refused');
    return outcome === 'taken' ? 'taken' : 'not';
  } catch (error) {
    if (!(error instanceof PushNotTaken)) throw error;
    await releaseDevice(ctx.db, id);
    return error;
  }
}
