import { done } from '#server/contract/schemas/common.ts';
import { pushDevice, tellDeviceInput } from '#server/contract/schemas/web-push.ts';
import { doneAfter, router, signedIn } from '#server/trpc/trpc.ts';
import { isPushOffered, tellDevice } from './tell-device.ts';
import { isDeviceTold, removeDeviceOf } from './web-push-devices.repository.ts';

export const webPushRouter = router({
  get: signedIn('answers about the device of the viewer')
    .meta({ summary: 'Whether this device is told of new photos of the family, and whether it may be' })
    .output(pushDevice)
    .query(async ({ ctx }) => ({
      is_offered: await isPushOffered(ctx),
      public_key: ctx.tokens.pushKeys.publicKey,
      is_told: await isDeviceTold(ctx.db, ctx.viewer.sessionId),
    })),

  tell: signedIn('changes the device of the viewer only')
    .meta({
      summary: 'Tell this device in the evening of new photos of the family, until its session ends',
      errors: [
        'push_not_offered',
        'push_service_unknown',
        'push_devices_enough',
        'session_expired',
        'field_invalid',
      ],
    })
    .input(tellDeviceInput)
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(tellDevice(ctx, input))),

  stop: signedIn('changes the device of the viewer only')
    .meta({ summary: 'Tell this device no more' })
    .output(done)
    .mutation(({ ctx }) => doneAfter(removeDeviceOf(ctx.db, ctx.viewer.sessionId))),
});
