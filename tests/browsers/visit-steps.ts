import { setTimeout as delay } from 'node:timers/promises';
import type { SeededClub } from '#tests/e2e/support/seeded-club.ts';
import { serverUrl } from '#tests/e2e/support/server-url.ts';
import { uploadPhotos } from '#tests/e2e/support/test-data.ts';
import type { Browser, ElementId } from './browser.ts';

const patienceMs = 30_000;

/** Polls until the question has an answer; the error names what was waited for. */
async function until<T>(what: string, ask: () => Promise<T | undefined | false | null>): Promise<T> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`${what} did not come within ${patienceMs / 1_000} s`);
    await delay(200);
  }
}

export interface Step {
  name: string;
  run: (browser: Browser) => Promise<void>;
}

/** The steps of a photographer's visit, from sign-in to the shared link. */
export function visitSteps(seeded: SeededClub & { freshPhotos: [string, string] }): Step[] {
  const url = serverUrl();
  const see = (browser: Browser, selector: string, words?: string): Promise<ElementId> =>
    until(`${selector} ${words ?? ''}`, () => browser.query(selector, words));
  const click = async (browser: Browser, selector: string, words?: string) =>
    browser.click(await see(browser, selector, words));
  const fill = async (browser: Browser, selector: string, words: string, text: string) =>
    browser.type(await see(browser, selector, words), text);
  const address = (browser: Browser, part: string) =>
    until(`An address with ${part}`, async () =>
      (await browser.run<string>('return location.href')).includes(part),
    );
  const open = async (browser: Browser, path: string, heading: string) => {
    await browser.goto(url + path);
    await see(browser, 'h1', heading);
  };
  /** Pictures that were really drawn; a broken one has no size. */
  const pictures = (browser: Browser, selector: string, least: number) =>
    until(`${least} pictures of ${selector}`, () =>
      browser.run<boolean>(
        `const all = [...document.querySelectorAll(arguments[0])];
         return all.filter((image) => image.complete && image.naturalWidth > 0).length >= arguments[1]`,
        selector,
        least,
      ),
    );
  const { gallery, photographer, linkToken, lockedToken } = seeded;
  const photosSaid = (count: number) => `${count} photos`;
  return [
    {
      name: 'sign in',
      async run(browser) {
        await browser.goto(`${url}/login?lng=en`);
        await browser.run("localStorage.setItem('language', 'en')");
        await open(browser, '/login', '');
        await fill(browser, 'input', 'Username or email', photographer.username);
        await fill(browser, 'input[type=password]', 'Password', photographer.password);
        await click(browser, 'button[type=submit]', 'Sign In');
        await see(browser, 'h1', 'Hello, Petra');
      },
    },
    {
      name: 'dashboard',
      async run(browser) {
        await see(browser, 'h2', 'Latest galleries');
        await pictures(browser, 'main img', 1);
      },
    },
    {
      name: 'events, clubs, profile, galleries',
      async run(browser) {
        for (const [link, heading] of [
          ['/events', 'Events'],
          ['/clubs', 'Clubs'],
          ['/gallery', 'Galleries'],
        ]) {
          await click(browser, `a[href="${link}"]`);
          await see(browser, 'h1', heading);
        }
        await pictures(browser, 'main img', 1);
        await open(browser, '/profile', 'Petra Vogt');
      },
    },
    {
      name: 'gallery with people and pictures',
      async run(browser) {
        await open(browser, `/gallery/${gallery.id}`, 'After the cup final');
        await pictures(browser, '[data-photo-index] img', 3);
        await pictures(browser, '#people li img', 2);
        await click(browser, '#people li button', 'Hannah Lindqvist');
        await address(browser, 'person=');
        await click(browser, '#people li button', 'Hannah Lindqvist');
      },
    },
    {
      name: 'viewer',
      async run(browser) {
        await open(browser, `/gallery/${gallery.id}`, 'After the cup final');
        await click(browser, '[data-photo-index="0"]');
        await see(browser, 'body', '1 / 6');
        await browser.press('ArrowRight');
        await see(browser, 'body', '2 / 6');
        await browser.press('Escape');
        await until('The closed viewer', () =>
          browser.run<boolean>("return !location.search.includes('photo=')"),
        );
      },
    },
    {
      name: 'upload of one photo',
      async run(browser) {
        await open(browser, `/gallery/${gallery.id}`, 'After the cup final');
        await click(browser, 'main button', 'Upload photos');
        const field = await see(browser, '[role=dialog] input[type=file]');
        await browser.upload(field, seeded.freshPhotos[0]);
        await see(browser, 'main', photosSaid(7));
      },
    },
    {
      name: 'live update',
      async run(browser) {
        await open(browser, `/gallery/${gallery.id}`, 'After the cup final');
        await see(browser, 'main', photosSaid(7));
        await uploadPhotos(gallery, photographer, [seeded.freshPhotos[1]]);
        await see(browser, 'main', photosSaid(8));
      },
    },
    {
      name: 'share link',
      async run(browser) {
        await browser.goto(`${url}/gallery/shared/${linkToken}`);
        await see(browser, 'h1', 'After the cup final');
        await pictures(browser, '[data-photo-index] img', 3);
        await browser.goto(`${url}/gallery/shared/${lockedToken}`);
        await fill(browser, 'input[type=password]', 'assword', 'let me in');
        await click(browser, 'button[type=submit]');
        await pictures(browser, '[data-photo-index] img', 3);
      },
    },
  ];
}
