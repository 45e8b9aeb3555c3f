/** `npm run faces:recluster -- <gallery>`: groups a gallery anew with today's settings; decisions stay. */
import { sql } from 'kysely';
import { loadConfig } from '#server/config/config.ts';
import { createServices } from '#server/create-services.ts';
import { openConfiguredDatabase } from '#server/db/database-template.ts';
import { isId } from '#server/ids.ts';
import { clusterGallery } from '#server/jobs/handlers/cluster-gallery.ts';
import { createLogger } from '#server/logger.ts';
import { asCommand, OperatorError } from './support/run-operator-command.ts';

await asCommand(async () => {
  const id = process.argv[2] ?? '';
  if (!isId(id)) throw new OperatorError('Which gallery? npm run faces:recluster -- <id of a gallery>');
  const [config, log] = [loadConfig(), createLogger('error')];
  const services = await createServices(config, log, await openConfiguredDatabase(config, log));
  const { db } = services.ctx;
  try {
    await services.engine.ready;
    const people = async () => {
      const count = sql<number>`count(*)::int`.as('count');
      const query = db.selectFrom('person').select(count).where('gallery_id', '=', id);
      return (await query.executeTakeFirstOrThrow()).count;
    };
    const before = await people();
    // Without its stamp a gallery counts as never grouped: everything that the machine guessed is decided anew, and no photo is waited for.
    const { numUpdatedRows } = await db
      .updateTable('gallery')
      .set({ clustering_stamp: null })
      .where('id', '=', id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new OperatorError(`There is no gallery ${id}.`);
    const began = performance.now();
    await clusterGallery(services.ctx).run({ gallery_id: id }, new AbortController().signal);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`${before} people before, ${await people()} now, in ${seconds} s.`);
    return 0;
  } finally {
    await services.close();
  }
});
