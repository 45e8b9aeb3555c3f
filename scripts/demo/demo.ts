/**
 * Fills an empty data folder with two clubs, a season of events, their people and galleries of real photos, all made
 * through the product's own procedures, in German or English (`--language de|en`). Run again, it changes nothing.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '#server/config/config.ts';
import { describeStartError, EXIT_CANNOT_START } from '#server/config/start-error.ts';
import { createServices, type Services } from '#server/create-services.ts';
import { openConfiguredDatabase } from '#server/db/database-template.ts';
import { createLogger } from '#server/logger.ts';
import { makeAccounts, printedAccounts } from './accounts.ts';
import { makeClubs } from './clubs-and-members.ts';
import { createShareLinks, makeEventsAndGalleries } from './events-and-galleries.ts';
import { fillGalleries } from './fill-galleries.ts';
import { listPeople } from './list-people.ts';
import { namePeople } from './name-people.ts';
import { requireOnlyDemoAccounts } from './refuse-real-data.ts';
import { type DemoLanguage, demoLanguage, demoWords } from './words.ts';

const config = loadConfig();
const marker = join(config.dataDir, 'demo-is-complete');

try {
  const language = demoLanguage(process.argv.slice(2), process.env);
  const log = createLogger('error');
  const services = await createServices(config, log, await openConfiguredDatabase(config, log));
  try {
    const usernames = Object.keys(demoWords[language].people);
    await requireOnlyDemoAccounts(services.ctx, config.firstAdmin.username, usernames);
    if (existsSync(marker)) console.log('The demo is here already.');
    else {
      await makeDemo(services, language);
      // An interrupted run is continued; whatever is changed later stays as it is.
      writeFileSync(marker, '');
    }
  } finally {
    await services.close();
  }
} catch (error) {
  console.error(describeStartError(error) ?? (error instanceof Error ? error.message : error));
  process.exitCode = EXIT_CANNOT_START;
}

async function makeDemo(services: Services, language: DemoLanguage): Promise<void> {
  console.log('Making the demo: clubs, people, events and photos (about a minute) …');
  const words = demoWords[language];
  const password = config.firstAdmin.password ?? randomBytes(9).toString('base64url');
  const ids = await makeAccounts(services.ctx, config.firstAdmin, words.people, password);
  const clubs = await makeClubs(services.ctx, ids, words);
  const galleries = await makeEventsAndGalleries(services.ctx, ids, clubs, words);
  const taken = await fillGalleries(services, galleries, ids.paul, (line) => console.log(line));
  const named = await namePeople(services.ctx, ids, taken, words.people);
  await listPeople(services, ids, clubs.home, words, language);
  const shared = galleries.find(({ key }) => key === 'opening')?.id ?? '';
  const link = await createShareLinks(services.ctx, ids, shared, words);
  const address = `http://${config.host}:${config.port}`;
  console.log(`${named} people have their names. Sign in at ${address}/?lng=${language}`);
  console.log(`as one of these (shown only now), password ${password}`);
  console.log(`  ${config.firstAdmin.username.padEnd(8)} ${words.roles.admin}`);
  for (const name of printedAccounts) console.log(`  ${name.padEnd(8)} ${words.roles[name]}`);
  console.log(`Without an account: ${address}${link}?lng=${language}, password ${words.linkPassword}`);
}
