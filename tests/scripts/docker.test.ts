import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { settingNames } from '#server/config/read-settings.ts';

/** What can be said of the image without an engine to build it. */
const dockerfile = readFileSync('Dockerfile', 'utf8').replaceAll('\\\n', ' ');
const compose = readFileSync('docker-compose.yml', 'utf8');
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
};
const lines = dockerfile.split('\n');
const sourcesOf = (line: string) => line.split(/\s+/).slice(1, -1);

describe('the Dockerfile', () => {
  test('copies only what is there and let through by .dockerignore', () => {
    const allowed = readFileSync('.dockerignore', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const copied = lines.filter((line) => /^COPY (?!--from)/.test(line)).flatMap(sourcesOf);
    expect(copied.length).toBeGreaterThan(8);
    for (const source of copied) {
      expect(existsSync(source), source).toBe(true);
      expect(allowed, source).toContain(source);
    }
  });

  test('takes into the image what the first stage has made', () => {
    const made = lines
      .filter((line) => line.startsWith('COPY --from=build'))
      .map((line) => line.split(/\s+/)[2]);
    for (const path of made)
      expect(path).toMatch(/^\/app\/(package\.json|node_modules|dist|models|migrations|ml|server)$/);
    expect(made).toHaveLength(7);
  });

  test('runs scripts that exist, as a user without rights, with a health check', () => {
    for (const [, script = ''] of dockerfile.matchAll(/npm run (\S+)/g))
      expect(manifest.scripts).toHaveProperty(script);
    expect(existsSync(/server\/main\.ts/.exec(dockerfile)?.[0] ?? '')).toBe(true);
    expect(lines.indexOf('USER node')).toBeGreaterThan(lines.findLastIndex((line) => line.startsWith('RUN')));
    expect(dockerfile).toMatch(/HEALTHCHECK[\s\S]*\/readyz/);
  });

  test('runs the server as sparingly as the launcher does', () => {
    const launcher = readFileSync('scripts/launch/runtime.mjs', 'utf8');
    const flags = [...(/RUNTIME_FLAGS = \[([^\]]*)\]/.exec(launcher)?.[1] ?? '').matchAll(/'(.*?)'/g)];
    expect(flags.length).toBeGreaterThan(0);
    const command = ['node', ...flags.map(([, flag]) => flag), 'server/main.ts'];
    expect(JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? '')).toEqual(command);
    const malloc = [...launcher.matchAll(/(MALLOC_\w+): '(\d+)'/g)];
    expect(malloc).toHaveLength(2);
    for (const [, name, value] of malloc) expect(dockerfile).toContain(`${name}=${value}`);
  });
});

describe('docker-compose.yml', () => {
  test('passes every setting but those that the image fixes', () => {
    const settings = compose.slice(compose.indexOf('&settings'), compose.indexOf('healthcheck:'));
    const names = [...settings.matchAll(/^ {4}([A-Z_]+):/gm)].map((match) => match[1] ?? '');
    const fixed = ['HOST', 'PORT', 'DATA_DIR', 'MODELS_DIR'];
    for (const name of fixed) expect(dockerfile).toMatch(new RegExp(`^ENV.*\\b${name}=`, 'm'));
    // An argument of the build: the image holds the models.
    const ofTheBuild = ['MODELS_SOURCE'];
    for (const name of ofTheBuild) expect(dockerfile).toContain(`ARG ${name}=`);
    expect([...names, ...fixed, ...ofTheBuild].sort()).toEqual(settingNames.toSorted());
  });

  test('has workers for those who ask for them, on the same database and photos, reached by nobody', () => {
    const worker = /\n {2}worker:\n((?: {4}.*\n)+)/.exec(compose)?.[1];
    expect(worker).toBe(
      '    <<: *server\n    profiles: [workers]\n    environment:\n      <<: *settings\n      ROLE: worker\n',
    );
    expect(compose.indexOf('ports:')).toBeGreaterThan(compose.indexOf('\n  clublens:'));
  });

  test('has a new enough pgvector, restarts, waits for health and keeps no secret', () => {
    const [, major, minor, patch] = /pgvector:(\d+)\.(\d+)\.(\d+)-pg\d+/.exec(compose) ?? [];
    expect(Number(major) * 10_000 + Number(minor) * 100 + Number(patch)).toBeGreaterThanOrEqual(802);
    expect(compose.match(/restart: unless-stopped/g)).toHaveLength(2);
    expect(compose).toContain('condition: service_healthy');
    for (const [line] of compose.matchAll(/^.*(PASSWORD|SECRET).*$/gm))
      if (!line.startsWith('#')) expect(line).toMatch(/\$\{[A-Z_]+:[-?]/);
    expect(compose).not.toContain('\t');
  });
});
