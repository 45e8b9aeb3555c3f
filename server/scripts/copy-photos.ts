/**
 * `npm run store -- copy --to s3://bucket/prefix?region=…` copies the photos into S3, `--to disk` those in S3 into DATA_DIR.
 * Works beside a running server, may be interrupted and repeated. With `--finish`, while the server is stopped, it brings
 * the rest and removes what was deleted meanwhile: then the server may start with the other store.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '#server/config/config.ts';
import { describeStorage, identifyStorage } from '#server/config/storage-location.ts';
import { type CopyOutcome, compareStores, copyStore, isEmptyStore } from '#server/storage/copy-store.ts';
import { openStore } from '#server/storage/open-store.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { asCommand, OperatorError, withInstallation } from './support/run-operator-command.ts';
import { UnfinishedCopy } from './support/unfinished-copy.ts';

const USAGE = 'npm run store -- copy --to s3://bucket/prefix?region=…|disk [--finish]';
const REPORT_EVERY = 1_000;
const SHOWN = 10;

await asCommand(async () => {
  const { to, finish } = readArguments(process.argv.slice(2));
  const { dataDir, storage } = loadConfig();
  const target = loadConfig({ ...process.env, STORAGE_URL: to === 'disk' ? '' : to }).storage;
  if (identifyStorage(storage) === identifyStorage(target))
    throw new OperatorError('The photos are in this place already.');
  const unfinished = new UnfinishedCopy(dataDir, target);
  const place = describeStorage(target);
  const store = await openStore(to === 'disk' ? target : { ...target, folder: join(dataDir, 'store-copy') });
  if (!(await unfinished.isRecorded()) && !(await isEmptyStore(store)))
    throw new OperatorError(`${place} holds photos already. Name an empty place, or remove these.`);
  await unfinished.record();
  if (!finish) {
    report(await copyStore(await openStore(storage), store, showProgress), place);
    console.log('When the server is stopped, the same with --finish brings what came since.');
    return 0;
  }
  // Opening the embedded database fails while the server runs; others are the operator's to stop.
  await withInstallation(({ store: from }) => finishCopy(from, store, place));
  await unfinished.forget();
  console.log(
    to === 'disk'
      ? 'Everything is there. Start the server without STORAGE_URL.'
      : `Everything is there. Start the server with STORAGE_URL=${to}`,
  );
  return 0;
});

async function finishCopy(from: PhotoStore, to: PhotoStore, place: string): Promise<void> {
  report(await copyStore(from, to, showProgress), place);
  const { extra } = await compareStores(from, to);
  for (const key of extra) await to.remove(key);
  if (extra.length > 0) console.log(`${extra.length} files that were deleted meanwhile were removed there.`);
  const { missing, extra: left } = await compareStores(from, to);
  const different = [...missing, ...left];
  if (different.length === 0) return;
  throw new OperatorError(
    `Not finished: ${different.length} files differ, such as ${different.slice(0, SHOWN).join(', ')}. Is a server still running? Stop it and repeat this.`,
  );
}

function readArguments(args: string[]): { to: string; finish: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { to: { type: 'string' }, finish: { type: 'boolean' } },
      allowPositionals: true,
    });
    if (values.to && positionals.join() === 'copy') return { to: values.to, finish: values.finish ?? false };
  } catch {
    // an option there is not
  }
  throw new OperatorError(`Usage:\n${USAGE}`);
}

function report({ copied, copiedBytes, present, damaged }: CopyOutcome, place: string): void {
  const megabytes = Math.ceil(copiedBytes / 1e6);
  console.log(`${copied} files (${megabytes} MB) copied into ${place}, ${present} were there already.`);
  if (damaged.length > 0)
    console.log(
      `${damaged.length} originals are damaged, here and there: bring back from a backup ${damaged.slice(0, SHOWN).join(', ')}`,
    );
}

function showProgress({ copied, present }: CopyOutcome): void {
  if ((copied + present) % REPORT_EVERY === 0)
    console.log(`${copied} files copied, ${present} there already`);
}
