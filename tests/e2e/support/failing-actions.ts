import type { Page } from '@playwright/test';
import { pressOnPhoto } from './browser.ts';
import type { TestUser } from './test-data.ts';

type Thing = { id: string; name: string };
export interface Seeded extends Record<'club' | 'event' | 'gallery' | 'asking', Thing> {
  admin: TestUser;
  photographer: TestUser;
  boss: TestUser;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const confirmed = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name }).click();
const pick = async (page: Page, field: string, text: string) => {
  await page.getByRole('textbox', { name: field }).fill(text);
  await page.getByRole('option').first().click();
};

export interface Action {
  who: TestUser;
  path: string;
  procedure: string;
  says: string;
  act: (page: Page) => Promise<unknown>;
  /** A field that must still hold the typed text. */
  keeps?: [label: string, text: string];
}
/** One action of every kind, with its error message. */
export const failingActions = ({ admin, photographer, boss, ...things }: Seeded): Action[] => [
  {
    who: photographer,
    path: `/clubs?q=${things.club.name}`,
    procedure: 'clubs.join',
    says: 'Failed to request membership',
    act: (page) => button(page, `Join ${things.club.name}`).click(),
  },
  {
    who: boss,
    path: `/clubs/${things.club.id}/manage`,
    procedure: 'clubs.update',
    says: 'Failed to update club description',
    act: async (page) => {
      await button(page, 'Edit').click();
      await page.getByRole('textbox', { name: 'Description' }).fill('Since 1921');
      await button(page, 'Save').click();
    },
    keeps: ['Description', 'Since 1921'],
  },
  {
    who: boss,
    path: `/clubs/${things.club.id}/manage?tab=requests`,
    procedure: 'clubs.approve',
    says: 'Failed to approve request',
    act: (page) => button(page, `Approve the request of ${things.asking.name}`).click(),
  },
  {
    who: admin,
    path: `/clubs/${things.club.id}/manage?tab=admins`,
    procedure: 'clubs.addAdmin',
    says: 'Failed to assign club administrator',
    act: async (page) => {
      await pick(page, 'Find a user', photographer.username);
      await button(page, 'Assign').click();
    },
  },
  {
    who: photographer,
    path: '/events',
    procedure: 'events.create',
    says: 'Failed to create event',
    act: async (page) => {
      await button(page, 'Create event').first().click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Night cup');
      await page.getByLabel('Event date').fill('2099-01-01');
      await confirmed(page, 'Create event');
    },
    keeps: ['Name', 'Night cup'],
  },
  {
    who: photographer,
    path: `/admin/gallery/${things.gallery.id}/manage`,
    procedure: 'galleries.update',
    says: 'Failed to update gallery',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Name' }).fill('Renamed');
      await button(page, 'Save').click();
    },
    keeps: ['Name', 'Renamed'],
  },
  {
    who: photographer,
    path: `/admin/gallery/${things.gallery.id}/manage`,
    procedure: 'galleries.setAccess',
    says: 'Failed to update access',
    act: async (page) => {
      await button(page, 'Manage access').click();
      await confirmed(page, 'Save');
    },
  },
  {
    who: photographer,
    path: `/admin/gallery/${things.gallery.id}/manage`,
    procedure: 'links.create',
    says: 'Failed to save share link',
    act: async (page) => {
      await button(page, 'Share links').click();
      await confirmed(page, 'Create link');
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Parents');
      await confirmed(page, 'Create link');
    },
  },
  {
    who: photographer,
    path: `/gallery/${things.gallery.id}`,
    procedure: 'galleries.update',
    says: 'Failed to set cover',
    act: async (page) => {
      await pressOnPhoto(button(page, /^Open sample/), button(page, /as cover$/));
    },
  },
  {
    who: photographer,
    path: `/gallery/${things.gallery.id}`,
    procedure: 'photos.bulkDelete',
    says: 'Failed to delete photos',
    act: async (page) => {
      await pressOnPhoto(button(page, /^Open sample/), button(page, /^Delete sample/));
      await confirmed(page, 'Delete photo');
    },
  },
  {
    who: admin,
    path: '/users',
    procedure: 'users.create',
    says: 'Failed to create the user',
    act: async (page) => {
      await button(page, 'Create user').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Username').fill('frieda');
      await dialog.getByLabel('Email').fill('frieda@example.org');
      for (const field of [/^Password/, 'Confirm password'])
        await dialog.getByLabel(field).fill('long enough');
      await confirmed(page, 'Create user');
    },
    keeps: ['Username', 'frieda'],
  },
];
