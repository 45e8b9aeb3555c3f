import { apiKeys, createdKey, createKeyInput } from '#server/contract/schemas/api-keys.ts';
import { byId, done } from '#server/contract/schemas/common.ts';
import { doneAfter, router, signedIn } from '#server/trpc/trpc.ts';
import { createKey, listOwnKeys, withdrawKey } from './own-keys.ts';

export const apiKeysRouter = router({
  list: signedIn('answers the viewer only')
    .meta({ summary: "The viewer's keys for programs, oldest first" })
    .output(apiKeys)
    .query(({ ctx }) => listOwnKeys(ctx)),

  create: signedIn('changes the viewer only; a key has no more rights than its account')
    .meta({
      summary: 'Make a key for a program; it is answered here alone',
      errors: [
        'reauthentication_required',
        'session_expired',
        'api_keys_enough',
        'gallery_not_found',
        'gallery_forbidden',
        'gallery_action_forbidden',
        'field_invalid',
      ],
    })
    .input(createKeyInput)
    .output(createdKey)
    .mutation(({ ctx, input }) => createKey(ctx, input)),

  withdraw: signedIn('changes the viewer only')
    .meta({ summary: 'Withdraw a key, at once', errors: ['api_key_not_found'] })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(withdrawKey(ctx, input.id))),
});
