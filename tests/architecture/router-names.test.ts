import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { appRouter } from '#server/app-router.ts';

/** Client features that call procedures of several routers, or none. */
const OF_THE_CLIENT_ALONE = ['admin', 'dashboard', 'keyboard-shortcuts'];

const names = Object.keys(appRouter._def.record)
  .map((key) => key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))
  .sort();

test('a router is called like its file', () => {
  const files = globSync('server/{features/*/*,backup,live}/*.router.ts');
  expect(files.map((file) => basename(file, '.router.ts')).sort()).toEqual(names);
});

test('a feature of the client is called like the router that it calls', () => {
  const features = globSync('client/features/*/*').map((folder) => basename(folder));
  expect(features.length).toBeGreaterThan(20);
  expect(features.filter((name) => ![...names, ...OF_THE_CLIENT_ALONE].includes(name))).toEqual([]);
});
