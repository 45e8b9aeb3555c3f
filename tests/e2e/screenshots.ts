import { mkdir } from 'node:fs/promises';
import { chromium, type Page } from 'playwright';
import { startServer, temporaryDataDir } from '#tests/support/server-process.ts';
import { signInAs } from './support/browser.ts';
import { adminScreens, publicScreens, type Screen, show } from './support/screens.ts';
import { seededClub } from './support/seeded-club.ts';
import { setServerUrl } from './support/server-url.ts';
import { adminUser } from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

/**
 * `npm run screenshots [part of a name …]`: every screen, light and dark, English and German, phone, tablet and desktop,
 * into the ignored folder screenshots/.
 */
const wanted = process.argv.slice(2);

const { dataDir, remove } = await temporaryDataDir();
const server = await startServer({ dataDir });
setServerUrl(server.url);
const executablePath = process.env.CHROMIUM_PATH;
const browser = await chromium.launch(executablePath ? { executablePath } : {});
const trouble: string[] = [];
try {
  await mkdir('screenshots', { recursive: true });
  const things = await seededClub();
  const admin = await adminUser();
  for (const [size, viewport] of Object.entries(viewports))
    for (const language of ['en', 'de'] as const)
      for (const colorScheme of ['light', 'dark'] as const) {
        const options = {
          viewport,
          colorScheme,
          locale: language,
          reducedMotion: 'reduce',
          baseURL: server.url,
        } as const;
        const touch = size === 'phone' ? { hasTouch: true, isMobile: true } : {};
        const guest = await (await browser.newContext({ ...options, ...touch })).newPage();
        const context = await browser.newContext({ ...options, ...touch });
        await signInAs(context, admin, language);
        const page = await context.newPage();
        const suffix = `${size}-${language}-${colorScheme}`;
        await shoot(guest, publicScreens(things), suffix);
        await shoot(page, adminScreens(things), suffix);
        await guest.context().close();
        await context.close();
      }
} finally {
  await browser.close();
  await server.kill('SIGTERM');
  await remove();
}
for (const line of trouble) console.error(line);
process.exitCode = trouble.length > 0 ? 1 : 0;

async function shoot(page: Page, screens: Screen[], suffix: string): Promise<void> {
  for (const screen of screens) {
    if (wanted.length > 0 && !wanted.some((word) => `${screen.name}-${suffix}`.includes(word))) continue;
    try {
      await show(page, screen);
      await page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => undefined);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (wide > 0) trouble.push(`${screen.name}-${suffix}: ${wide} px wider than the window`);
    } catch (error) {
      trouble.push(`${screen.name}-${suffix}: ${String(error).split('\n')[0]}`);
    }
    await page.screenshot({ path: `screenshots/${screen.name}-${suffix}.png` });
  }
}
