import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { seededClub } from '#tests/e2e/support/seeded-club.ts';
import { setServerUrl } from '#tests/e2e/support/server-url.ts';
import { samplePhotos } from '#tests/e2e/support/test-data.ts';
import { startServer, temporaryDataDir } from '#tests/support/server-process.ts';
import type { Browser } from './browser.ts';
import { Absent, launchFirefox, launchWebKit } from './launch.ts';
import { visitSteps } from './visit-steps.ts';

/**
 * `npm run test:browsers`: one visit through the built client in browsers of other makers: WebKitGTK, as on an iPhone,
 * and Firefox. A browser that is absent is named and left out.
 */
const engines = { webkit: launchWebKit, firefox: launchFirefox };
const wanted = process.argv.slice(2);
const faults: string[] = [];
let visited = 0;

const { dataDir, remove } = await temporaryDataDir();
const folder = await mkdtemp(join(tmpdir(), 'clublens-visit-'));
const server = await startServer({ dataDir });
setServerUrl(server.url);
try {
  for (const [engine, launch] of Object.entries(engines))
    if (wanted.length === 0 || wanted.includes(engine)) await visit(engine, launch);
} finally {
  await server.kill('SIGTERM');
  await remove();
  await rm(folder, { recursive: true, force: true });
}
for (const fault of faults) console.error(fault);
console.log(
  `${visited} of ${Object.keys(engines).length} browsers visited the client, ${faults.length} faults`,
);
process.exitCode = faults.length > 0 ? 1 : 0;

async function visit(engine: string, launch: () => Promise<Browser>): Promise<void> {
  let browser: Browser | undefined;
  try {
    browser = await launch();
    visited += 1;
    await runSteps(browser);
  } catch (error) {
    if (error instanceof Absent) console.log(`- ${engine}: skipped, ${error.message}`);
    else faults.push(`${engine}: ${String(error)}`);
  } finally {
    await browser?.close();
  }
}

/** In a club of its own, so that one browser does not see what another one did. */
async function runSteps(browser: Browser): Promise<void> {
  const seeded = { ...(await seededClub()), freshPhotos: await freshPhotos(folder) };
  for (const step of visitSteps(seeded)) {
    try {
      await step.run(browser);
      console.log(`✓ ${browser.name}: ${step.name}`);
    } catch (error) {
      console.log(`✘ ${browser.name}: ${step.name}`);
      faults.push(`${browser.name}, ${step.name}: ${String(error)}`);
      await mkdir('test-results', { recursive: true });
      const file = `test-results/${browser.name}-${step.name.replaceAll(/\W+/g, '-')}.png`;
      await writeFile(file, await browser.screenshot());
    }
  }
}

/** Two photos the gallery does not have yet. */
async function freshPhotos(folder: string): Promise<[string, string]> {
  const [first, second] = ['one.jpg', 'two.jpg'].map((name) => join(folder, name)) as [string, string];
  await sharp(samplePhotos[0]).resize({ width: 900 }).toFile(first);
  await sharp(samplePhotos[1]).resize({ width: 900 }).toFile(second);
  return [first, second];
}
