/**
 * Removes from an installed copy what a server in an image never reads: `node scripts/docker/strip.mjs <folder>`.
 * Without it the image carries 250 MB of binaries for other systems.
 */
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { removeForeignRuntimes } from '../launch/install.mjs';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Which folder? node scripts/docker/strip.mjs <folder>');

const UNUSED = [
  // Runtimes the launcher brings for machines with an older Node.
  'node_modules/node-linux-*',
  'node_modules/node-darwin-*',
  'node_modules/node-bin-*',
  'node_modules/node-win-*',
  // Stores of @tus/server that keep uploads in Redis; optional there, unused here.
  'node_modules/@redis',
  'node_modules/ioredis',
  'node_modules/@ioredis',
  // A peer of @trpc/server for the compiler alone.
  'node_modules/typescript',
  'node_modules/@typescript',
  'node_modules/@electric-sql/**/*.map',
  // Types of the library for S3.
  'node_modules/@aws-sdk/*/dist-types',
  'node_modules/@smithy/*/dist-types',
  // The slow build of the HEIF decoder, for browsers without WebAssembly.
  'node_modules/libheif-js/libheif',
];

for (const pattern of UNUSED)
  for (const path of globSync(pattern, { cwd: folder })) rmSync(join(folder, path), { recursive: true });
removeForeignRuntimes(folder);
