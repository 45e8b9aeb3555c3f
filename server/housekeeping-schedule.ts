import { setTimeout as delay } from 'node:timers/promises';
import { eraseFormerPeople } from '#server/features/administration/erasure/erase-former-people.ts';
import { queueDigests } from '#server/features/administration/mail/queue-digests.ts';
import { queueWebPushes } from '#server/features/administration/web-push/queue-web-pushes.ts';
import { removeOldMails } from '#server/features/platform/outbox/outbox.repository.ts';
import { hourMs, lifetimes } from './contract/lifetimes.ts';
import type { Services } from './create-services.ts';
import { trimWriteLog } from './db/trim-write-log.ts';
import { vacuumTables } from './db/vacuum-tables.ts';
import { removeEndedKeys } from './features/accounts/api-keys/api-keys.repository.ts';
import { removeAnsweredChallenges } from './features/accounts/auth/answered-challenges.repository.ts';
import { removeStoppedRemovals } from './features/accounts/auth/factor-removals.repository.ts';
import { removeOldOneTimeTokens } from './features/accounts/auth/one-time-tokens.repository.ts';
import { removeDueFactors } from './features/accounts/auth/remove-factors-later.ts';
import { removeEndedSessions } from './features/accounts/auth/sessions.repository.ts';
import { settleAllNotifications } from './features/accounts/notifications/settle-notifications.ts';
import { cleanErasedFiles } from './features/administration/erasure/clean-erased-files.ts';
import { notifyQuotas } from './features/clubs/storage-usage/notify-quotas.ts';
import { forgetChangedFaces } from './features/faces/gallery-people/changed-faces.repository.ts';
import { fillGalleriesOfMeans, refreshPersonMeans } from './features/faces/gallery-people/mean-embeddings.ts';
import { removeEndedReferences } from './features/faces/my-photos/reference-pictures.repository.ts';
import { createReferenceReading } from './features/faces/my-photos/reread-references.ts';
import { createStaleGrouping } from './features/faces/recognition/group-stale-galleries.ts';
import { reanalyseStale } from './features/faces/recognition/reanalyse-stale.ts';
import { removeEndedLocks } from './features/galleries/deliveries/dav-locks.repository.ts';
import { removeUnsettledDeliveries } from './features/galleries/deliveries/deliveries.repository.ts';
import { removeExpiredAsked } from './features/galleries/galleries/answer-asked-club.ts';
import { deletePhotosLeftOver } from './features/galleries/galleries/delete-gallery.ts';
import { expireGalleries } from './features/galleries/galleries/expire-galleries.ts';
import { purgeEndedGalleries } from './features/galleries/galleries/purge-deleted-galleries.ts';
import { removeOldBlocks } from './features/galleries/photos/blocked-pictures.repository.ts';
import { removeOldSelections } from './features/galleries/photos/downloads.repository.ts';
import { removeEndedPhotos } from './features/galleries/photos/purge-deleted-photos.ts';
import { createMetadataReading } from './features/galleries/photos/reread-metadata.ts';
import { removeOldUploads } from './features/galleries/photos/resumable-uploads.repository.ts';
import { removeOldInvitations } from './features/people/invitations/invitations.repository.ts';
import { askAboutSessions } from './features/people/oidc/ask-about-sessions.ts';
import { removeEndedRateLimits } from './features/platform/rate-limits/rate-limit-store.ts';
import { removeOldGuestPhotos } from './features/sharing/guest-photos/decline-guest-photos.ts';
import { compareLeftOver } from './features/sharing/share-links/compare-added-photos.ts';
import { removeEndedFamilyShareLinks } from './features/sharing/share-links/family-share-links.repository.ts';
import { notifyExpiringLinks } from './features/sharing/share-links/notify-expiring-links.ts';
import { eraseOldReasons } from './features/sharing/takedowns/takedowns.repository.ts';
import { removeExpiredLeases } from './processes/leases.repository.ts';
import { removeOldProcesses } from './processes/processes.repository.ts';

const STALE_PHOTOS_MS = 20_000;
const ERASED_FILES_MS = 20_000;
const PERSON_MEANS_MS = 20_000;
const MINUTE_MS = 60_000;
const WRITE_LOG_MS = 20_000;
const DIGESTS_MS = 5 * 60_000;
const VACUUM_MS = 5 * 60_000;
const MODELS_FIRST_MS = 10_000;

type Task = { name: string; run: () => Promise<unknown> };

/**
 * At start, once the models are loaded, and every hour: removes what is past its time, see `hourly`, and notifies of share links that are about to
 * expire. Every five minutes: queues the daily digests and the messages to phones, and vacuums tables of the embedded database where it is due. Every
 * minute: tells of quotas that fill, removes second factors a day after that was asked for, and asks the OpenID provider about sessions. Every 20 seconds: shortens the write log of the embedded database, queues photos analysed with other models or limits and galleries grouped
 * with other settings, reads pictures of families again with other models, keeps the means of people whose faces changed, folds the counts of analyses, and removes what was erased
 * from the files of the database. Of several processes the leading one does this, and begins with all of it when it takes the
 * lead.
 */
export function startHousekeeping({
  ctx,
  database,
  files,
  engine,
  leadership,
}: Pick<Services, 'ctx' | 'database' | 'files' | 'engine' | 'leadership'>): {
  stop(): void;
} {
  /** The embedded database belongs to one process and has no such rows. */
  const ofSeveralProcesses: Task[] = [
    { name: 'counted attempts', run: () => removeEndedRateLimits(ctx.db, ctx.clock.now()) },
    { name: 'leases', run: () => removeExpiredLeases(ctx.db) },
    { name: 'server processes', run: () => removeOldProcesses(ctx.db, ctx.clock.now()) },
  ];
  const hourly: Task[] = [
    ...(database.kind === 'server' ? ofSeveralProcesses : []),
    { name: 'sessions', run: () => removeEndedSessions(ctx.db, ctx.clock.now()) },
    { name: 'keys for programs', run: () => removeEndedKeys(ctx.db, ctx.clock.now()) },
    {
      name: 'deliveries without a photo',
      run: async () => {
        await removeUnsettledDeliveries(ctx.db, ctx.clock.now());
        await removeEndedLocks(ctx.db, ctx.clock.now());
      },
    },
    { name: 'one-time links', run: () => removeOldOneTimeTokens(ctx.db, ctx.clock.now()) },
    { name: 'answered challenges', run: () => removeAnsweredChallenges(ctx.db, ctx.clock.now()) },
    { name: 'stopped removals of factors', run: () => removeStoppedRemovals(ctx.db, ctx.clock.now()) },
    { name: 'invitations', run: () => removeOldInvitations(ctx.db, ctx.clock.now()) },
    { name: 'share links', run: () => notifyExpiringLinks(ctx) },
    { name: 'galleries past their last day', run: () => expireGalleries(ctx) },
    { name: 'data of people who left', run: () => eraseFormerPeople(ctx) },
    { name: 'share links of families', run: () => removeEndedFamilyShareLinks(ctx.db, ctx.clock.now()) },
    { name: 'mails', run: () => removeOldMails(ctx.db, ctx.clock.now()) },
    { name: 'download selections', run: () => removeOldSelections(ctx.db, ctx.clock.now()) },
    { name: 'changes of faces', run: () => forgetChangedFaces(ctx.db) },
    { name: 'uploads in parts', run: () => removeOldUploads(ctx.db, files.store, ctx.clock.now()) },
    { name: 'pictures that were hidden long ago', run: () => removeOldBlocks(ctx) },
    { name: 'deleted galleries', run: () => deletePhotosLeftOver(ctx).then(() => purgeEndedGalleries(ctx)) },
    { name: 'deleted photos', run: () => removeEndedPhotos(ctx) },
    { name: 'photos from guests', run: () => removeOldGuestPhotos(ctx) },
    { name: 'settled notifications', run: () => settleAllNotifications(ctx) },
    {
      name: 'reference pictures and questions without consent',
      run: () => removeEndedReferences(ctx.db, ctx.clock.today()),
    },
    { name: 'clubs that were asked', run: () => removeExpiredAsked(ctx.db, ctx.clock.now()) },
    { name: 'reasons of requests to take photos down', run: () => eraseOldReasons(ctx.db, ctx.clock.now()) },
    { name: 'temporary files', run: () => files.store.sweepTemporary(lifetimes.temporaryFileMs) },
  ];
  const digests: Task[] = [
    { name: 'daily digests', run: () => queueDigests(ctx) },
    { name: 'messages to phones', run: () => queueWebPushes(ctx) },
  ];
  const quotas: Task = { name: 'quotas', run: () => notifyQuotas(ctx) };
  const dueFactors: Task = { name: 'second factors to be removed', run: () => removeDueFactors(ctx) };
  let asking: Promise<void> | undefined;
  const providerSessions: Task = {
    name: 'sessions of the OpenID provider',
    run: async () => {
      // One that does not answer takes longer than the pause between two rounds.
      asking ??= askAboutSessions(ctx).finally(() => {
        asking = undefined;
      });
      await asking;
    },
  };
  const personMeans: Task = {
    name: 'means of people',
    run: async () => {
      await refreshPersonMeans(ctx.db);
      await fillGalleriesOfMeans(ctx.db);
    },
  };
  const groupStale = createStaleGrouping(ctx);
  const readReferences = createReferenceReading({ ...ctx, ...files });
  const readMetadata = createMetadataReading({ ...ctx, ...files });
  const formerMetadata: Task = { name: 'time and author of photos', run: readMetadata };
  const stalePhotos: Task = {
    name: 'stale photos, galleries and reference pictures',
    run: async () => {
      if (engine.state() !== 'ready') return;
      await readReferences();
      await reanalyseStale(ctx);
      await groupStale();
      await compareLeftOver(ctx);
    },
  };
  const tablesToVacuum: Task = {
    name: 'vacuum',
    run: async () =>
      database.kind === 'embedded' && database.withoutTimeout(() => vacuumTables(ctx.db, ctx.clock.now())),
  };
  const writeLog: Task = {
    name: 'write log',
    run: async () => database.kind === 'embedded' && database.withoutTimeout(() => trimWriteLog(ctx.db)),
  };
  let cleaning: Promise<void> | undefined;
  const erasedFiles: Task = {
    name: 'files of the database after erasures',
    run: async () => {
      // Tables of many decisions take longer to write anew than the pause between two tries.
      cleaning ??= database
        .withoutTimeout(() => cleanErasedFiles(ctx))
        .finally(() => {
          cleaning = undefined;
        });
      await cleaning;
    },
  };
  let isStopped = false;
  const runAll = async (tasks: Task[]) => {
    for (const { name, run } of tasks) {
      if (isStopped || !leadership.isLeader()) return;
      await run().catch((error: unknown) =>
        ctx.log.warn({ err: error, task: name }, 'housekeeping failed; it is tried again next time'),
      );
    }
  };
  leadership.onBecomeLeader(async () => {
    // At start people wait for the models; for those that have to be fetched nobody waits.
    await Promise.race([
      engine.ready.catch(() => undefined),
      delay(MODELS_FIRST_MS, undefined, { ref: false }),
    ]);
    void runAll([...hourly, dueFactors, ...digests, quotas, personMeans, erasedFiles, tablesToVacuum]);
    void runAll([formerMetadata]);
  });
  const timers = [
    setInterval(() => void runAll([formerMetadata]), hourMs),
    setInterval(() => void runAll(hourly), hourMs),
    setInterval(() => void runAll(digests), DIGESTS_MS),
    setInterval(() => void runAll([tablesToVacuum]), VACUUM_MS),
    setInterval(() => void runAll([writeLog]), WRITE_LOG_MS),
    setInterval(() => void runAll([quotas, dueFactors, providerSessions]), MINUTE_MS),
    setInterval(() => void runAll([stalePhotos]), STALE_PHOTOS_MS),
    setInterval(() => void runAll([personMeans]), PERSON_MEANS_MS),
    setInterval(() => void runAll([erasedFiles]), ERASED_FILES_MS),
  ];
  for (const timer of timers) timer.unref();
  return {
    stop: () => {
      isStopped = true;
      for (const timer of timers) clearInterval(timer);
    },
  };
}
