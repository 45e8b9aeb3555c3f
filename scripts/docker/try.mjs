/**
 * `npm run test:image`: builds the image of the Dockerfile with buildah, starts it and asks it whether it works. The
 * base image is made here from Debian's packages and the bundled Node, because a registry of images is not always
 * within reach. Says SKIPPED and succeeds where buildah or debootstrap is absent or the user is not root.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const BASE = 'docker.io/library/node:24-slim';
const IMAGE = 'localhost/clublens:try';
const LIMIT_MB = 250;
const READY_WITHIN_MS = 180_000;
const MB = 1024 * 1024;
/** Neither a storage driver of the kernel nor a container runtime is needed this way. */
const env = { ...process.env, STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' };

const reason = whyNot();
if (reason) {
  console.log(`SKIPPED: the image was not built (${reason})`);
  process.exit(0);
}
const workplace = mkdtempSync(join(tmpdir(), 'clublens-image-'));
try {
  await main();
} finally {
  rmSync(workplace, { recursive: true, force: true });
}

async function main() {
  if (!succeeds('buildah', ['inspect', '--type', 'image', BASE])) makeBase();
  build();
  const grown = (sizeOf(IMAGE) - sizeOf(BASE)) / MB;
  console.log(`The image is ${grown.toFixed(0)} MB on top of its base (limit ${LIMIT_MB} MB)`);
  if (grown > LIMIT_MB) throw new Error('The image is too large');
  const check = JSON.parse(output('buildah', ['inspect', '--type', 'image', IMAGE])).Docker.config.Healthcheck
    .Test;
  await tryImage(check);
  console.log('The image was built, started, answered /readyz and holds its health check.');
}

function whyNot() {
  if (process.platform !== 'linux') return 'it is built on Linux only';
  if (process.getuid() !== 0) return 'buildah with chroot isolation needs root';
  const absent = ['buildah', 'debootstrap'].filter((name) => !succeeds(name, ['--version']));
  return absent.length > 0 ? `not installed: ${absent.join(', ')}` : undefined;
}

/** A minimal Debian 12 with the bundled Node, this machine's npm and a user named node, under the official name. */
function makeBase() {
  const folder = join(workplace, 'base');
  console.log('Making the base image from Debian packages …');
  run('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', folder], {
    stdio: 'ignore',
  });
  const npm = output('npm', ['root', '-g']).trim();
  cpSync(join(root, `node_modules/node-linux-${process.arch}/bin/node`), join(folder, 'usr/local/bin/node'));
  cpSync(join(npm, 'npm'), join(folder, 'usr/local/lib/node_modules/npm'), { recursive: true });
  run('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/local/bin/npm')]);
  // Where this machine reaches its package registry by settings of its own, so must the build.
  const settings = output('npm', ['config', 'get', 'globalconfig']).trim();
  if (existsSync(settings)) cpSync(settings, join(folder, 'usr/local/etc/npmrc'));
  const certificates = '/etc/ssl/certs/ca-certificates.crt';
  if (existsSync(certificates)) cpSync(certificates, join(folder, certificates));
  run('chroot', [folder, 'useradd', '--uid', '1000', '--create-home', 'node']);
  const container = output('buildah', ['from', 'scratch']).trim();
  run('buildah', ['add', '--quiet', container, folder, '/'], { stdio: 'ignore' });
  run('buildah', ['commit', '--quiet', '--rm', container, BASE], { stdio: 'ignore' });
}

function build() {
  const args = ['build', '--pull-never', '--format', 'docker', '--tag', IMAGE];
  const source = process.env.MODELS_SOURCE;
  if (source && existsSync(source))
    args.push(
      '--volume',
      `${resolve(source)}:/models-source:ro`,
      '--build-arg',
      'MODELS_SOURCE=/models-source',
    );
  run('buildah', [...args, root]);
}

/** Runs the image with a port and a data folder of its own until it is ready; then its health check must say so. */
async function tryImage(check) {
  const container = output('buildah', ['from', '--pull-never', IMAGE]).trim();
  const port = await freePort();
  const settings = ['--env', `PORT=${port}`, '--env', 'HOST=127.0.0.1'];
  const inside = (command) => ['run', ...settings, '--user', 'node', container, '--', ...command];
  const server = spawn('buildah', inside(['node', 'server/main.ts']), {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  try {
    const deadline = Date.now() + READY_WITHIN_MS;
    while (!(await isReady(port))) {
      if (server.exitCode !== null) throw new Error(`The server in the image ended with ${server.exitCode}`);
      if (Date.now() > deadline) throw new Error('The server in the image was not ready in time');
      await delay(500);
    }
    const [kind, ...command] = check;
    if (kind !== 'CMD' || !succeeds('buildah', inside(command))) throw new Error('The health check fails');
  } finally {
    server.kill('SIGTERM');
    await Promise.race([new Promise((gone) => server.once('exit', gone)), delay(15_000)]);
    run('buildah', ['rm', container], { stdio: 'ignore' });
  }
}

function isReady(port) {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );
}

function freePort() {
  return new Promise((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => found(port));
    });
  });
}

/** Bytes of the layers of an image. */
function sizeOf(image) {
  const images = JSON.parse(output('buildah', ['images', '--json', image]));
  return parseSize(images[0].size);
}

/** buildah prints "1.23 GB". */
function parseSize(text) {
  const [, number, unit] = /^([\d.]+) ?([kMG]?)B$/.exec(text);
  return Number(number) * { '': 1, k: 1e3, M: 1e6, G: 1e9 }[unit];
}

function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { env, stdio: 'inherit', cwd: root, ...options });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed (${error?.message ?? status})`);
}

function output(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    env,
    encoding: 'utf8',
    cwd: root,
    maxBuffer: 64 * MB,
  });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed: ${stderr}`);
  return stdout;
}

function succeeds(command, args) {
  return spawnSync(command, args, { env, stdio: 'ignore' }).status === 0;
}
