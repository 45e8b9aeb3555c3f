/**
 * Fills an empty data folder with a club, events, people of every role and a gallery of real photos, all made
 * through the product's own doors. Run again, it changes nothing.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { loadConfig } from '#server/config/config.ts';
import { describeStartError, EXIT_CANNOT_START } from '#server/config/start-error.ts';
import { createServerParts, type ServerParts } from '#server/context.ts';
import { createLogger } from '#server/logger.ts';
import { demoAccounts, makeAccounts, refuseInhabited } from './demo/accounts.ts';
import { makeClubLife } from './demo/club-life.ts';
import { fillGallery } from './demo/photos.ts';

const config = loadConfig();
const marker = join(config.dataDir, 'demo-is-complete');

try {
  const parts = await createServerParts(config, createLogger('error'));
  try {
    await refuseInhabited(parts.ctx, config.firstAdmin.username);
    if (existsSync(marker)) console.log('The demo is here already.');
    else {
      await makeDemo(parts);
      // An interrupted run is continued; whatever is changed later stays as it is.
      writeFileSync(marker, '');
    }
  } finally {
    await parts.close();
  }
} catch (error) {
  console.error(describeStartError(error) ?? (error instanceof Error ? error.message : error));
  process.exitCode = EXIT_CANNOT_START;
}

async function makeDemo(parts: ServerParts): Promise<void> {
  console.log('Making the demo: clubs, people, events and photos (about a minute) …');
  const password = config.firstAdmin.password ?? randomBytes(9).toString('base64url');
  const ids = await makeAccounts(parts.ctx, config.firstAdmin, password);
  const gallery = await makeClubLife(parts.ctx, ids);
  await fillGallery(parts, gallery, ids.paul, (line) => console.log(line));
  const { people } = await parts.ctx.db
    .selectFrom('person')
    .select(sql<number>`count(*)::int`.as('people'))
    .where('gallery_id', '=', gallery)
    .executeTakeFirstOrThrow();
  console.log(`${people} people found. Sign in as one of these (shown only now), password ${password}`);
  console.log(`  ${config.firstAdmin.username.padEnd(8)} administers everything`);
  for (const [name, { role }] of Object.entries(demoAccounts)) console.log(`  ${name.padEnd(8)} ${role}`);
}
