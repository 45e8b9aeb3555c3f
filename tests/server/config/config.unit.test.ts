import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '#server/config/config.ts';
import { readEnv } from '#server/config/read-settings.ts';
import { describeStartError, StartError } from '#server/config/start-error.ts';

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'clublens-config-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

describe('settings', () => {
  it('have defaults for everything', () => {
    expect(readEnv({})).toMatchObject({ HOST: '127.0.0.1', PORT: 3000, MAX_UPLOAD_MB: 50, TRUST_PROXY: 0 });
  });

  it('treat an empty value as unset', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 3000, DATABASE_URL: undefined });
  });

  it.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['TRUST_PROXY', 'true'],
    ['TZ', 'Moon/Crater'],
    ['ADMIN_PASSWORD', 'short'],
    ['JWT_SECRET', 'short'],
    ['DATABASE_URL', 'mysql://host/db'],
    ['LOG_LEVEL', 'loud'],
    ['SMTP_URL', 'mail.club.example'],
    ['MAIL_FROM', 'nobody'],
    ['SECURITY_CONTACT', 'nobody'],
    ['SECURITY_CONTACT', 'http://club.example/security'],
    ['SECURITY_CONTACT', 'mail@club.example\nExpires:never'],
    ['PUBLIC_URL', 'club.example'],
    ['PUBLIC_URL', 'https://club.example/photos'],
  ])('refuse %s=%s, naming the setting and not the value', (name, value) => {
    expect(() => readEnv({ [name]: value })).toThrow(StartError);
    expect(() => readEnv({ [name]: value })).toThrow(name);
    expect(() => readEnv({ [name]: value })).not.toThrow(new RegExp(`[^a-z]${value}[^a-z]`));
  });
});

describe('the role of a process', () => {
  it('is everything; others need a database server, which several processes can use', () => {
    expect(readEnv({}).ROLE).toBe('all');
    for (const ROLE of ['web', 'worker']) {
      expect(() => readEnv({ ROLE })).toThrow(/ROLE: web and worker need DATABASE_URL/);
      expect(readEnv({ ROLE, DATABASE_URL: 'postgres://host/db' }).ROLE).toBe(ROLE);
    }
    expect(() => readEnv({ ROLE: 'boss', DATABASE_URL: 'postgres://host/db' })).toThrow('ROLE');
  });
});

describe('the settings of mail', () => {
  const mail = {
    SMTP_URL: 'smtps://user:p%40ss@mail.example:465',
    MAIL_FROM: 'TSV Nord <photos@club.example>',
  };

  it('need a sender, and end links at the host', () => {
    expect(() => readEnv({ SMTP_URL: mail.SMTP_URL })).toThrow('MAIL_FROM');
    const { PUBLIC_URL } = readEnv({ ...mail, PUBLIC_URL: 'https://photos.club.example/' });
    expect(PUBLIC_URL).toBe('https://photos.club.example');
  });

  it('switch mail on together, and links only with an address', () => {
    expect(loadConfig({ DATA_DIR: dataDir }).mail).toBeUndefined();
    expect(loadConfig({ DATA_DIR: dataDir, ...mail }).mail).toEqual({
      smtpUrl: mail.SMTP_URL,
      from: mail.MAIL_FROM,
      publicUrl: null,
    });
  });
});

describe('the settings of the OpenID provider', () => {
  const complete = {
    PUBLIC_URL: 'https://photos.club.example',
    OIDC_ISSUER: 'https://login.example/realms/clubs',
    OIDC_CLIENT_ID: 'clublens',
  };

  it('switch it on together', () => {
    expect(loadConfig({ DATA_DIR: dataDir }).provider).toBeUndefined();
    expect(loadConfig({ DATA_DIR: dataDir, ...complete, OIDC_MFA: 'mfa, hwk' }).provider).toEqual({
      issuer: complete.OIDC_ISSUER,
      clientId: 'clublens',
      clientSecret: undefined,
      label: 'login.example',
      scopes: 'openid profile email',
      sessionMs: 12 * 3_600_000,
      endsThere: false,
      isOnly: false,
      isAutomatic: false,
      strongMethods: ['mfa', 'hwk'],
      clubs: [],
      clubsClaim: 'groups',
      publicUrl: complete.PUBLIC_URL,
    });
  });

  it.each([
    ['PUBLIC_URL', undefined],
    ['OIDC_CLIENT_ID', undefined],
    ['OIDC_ISSUER', 'login.example'],
    ['OIDC_ISSUER', 'http://login.example'],
    ['OIDC_ISSUER', 'http://203.0.113.7'],
    ['OIDC_SCOPES', 'profile email'],
    ['OIDC_SCOPES', 'openid offline_access'],
    ['OIDC_CLUBS', 'tsv-nord'],
    ['OIDC_CLUBS', '/tsv=north'],
    ['OIDC_CLUBS', '/tsv=north; /sv=0190a1b2-0000-7000-8000-000000000001'],
    ['OIDC_SESSION_HOURS', '0'],
    ['OIDC_ONLY', 'yes'],
  ])('refuse %s=%s', (name, value) => {
    expect(() => readEnv({ ...complete, [name]: value })).toThrow(name);
  });

  it('map groups to clubs, whatever their names hold', () => {
    const [a, b] = ['0190a1b2-0000-7000-8000-000000000001', '0190a1b2-0000-7000-8000-000000000002'];
    const OIDC_CLUBS = `/TSV Nord=${a}; cn=Süd,dc=club=${b};`;
    expect(readEnv({ ...complete, OIDC_CLUBS }).OIDC_CLUBS).toEqual([
      { value: '/TSV Nord', clubId: a },
      { value: 'cn=Süd,dc=club', clubId: b },
    ]);
  });

  it.each(['http://127.0.0.1:8080', 'http://keycloak:8080', 'http://10.0.0.7', 'http://login.lan'])(
    'take %s, which is near, without https',
    (OIDC_ISSUER) => {
      expect(readEnv({ ...complete, OIDC_ISSUER }).OIDC_ISSUER).toBe(OIDC_ISSUER);
    },
  );
});

describe('the store of photos', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'a secret' };
  const storage = (STORAGE_URL: string, more: Record<string, string> = keys) =>
    loadConfig({ DATA_DIR: dataDir, STORAGE_URL, ...more }).storage;

  it('is a folder unless told otherwise, whatever keys lie about', () => {
    expect(loadConfig({ DATA_DIR: dataDir, ...keys }).storage).toEqual({ folder: join(dataDir, 'photos') });
  });

  it('is read from an address and the usual keys', () => {
    expect(storage('s3://club-photos/2026/all?region=eu-central-1').s3).toEqual({
      bucket: 'club-photos',
      prefix: '2026/all/',
      region: 'eu-central-1',
      endpoint: undefined,
      pathStyle: false,
      credentials: { accessKeyId: 'id', secretAccessKey: 'a secret', sessionToken: undefined },
    });
    const here = storage('s3://photos?endpoint=http://127.0.0.1:9000', { ...keys, AWS_REGION: 'local' });
    expect(here.s3).toMatchObject({
      prefix: '',
      region: 'local',
      endpoint: 'http://127.0.0.1:9000',
      pathStyle: true,
    });
    expect(storage('s3://photos?region=x&endpoint=https://s3.example&pathStyle=false').s3?.pathStyle).toBe(
      false,
    );
  });

  it.each([
    ['https://photos', 'an address such as s3://'],
    ['s3://id:secret@photos?region=x', 'must not hold keys'],
    ['s3://UP?region=x', 'must name a bucket'],
    ['s3://photos/a%00b?region=x', 'prefix of letters'],
    ['s3://photos/a..b?region=x', 'prefix of letters'],
    ['s3://photos?regoin=x', 'knows the options'],
    ['s3://photos?region=x&endpoint=s3.example', 'endpoint that begins with'],
    ['s3://photos?region=x&endpoint=https://s3.example/path', 'endpoint that begins with'],
    ['s3://photos?region=x&pathStyle=yes', 'true or false as pathStyle'],
    ['s3://photos', 'must name its region'],
  ])('is refused as %s', (url, sentence) => {
    expect(() => storage(url)).toThrow(StartError);
    expect(() => storage(url)).toThrow(/STORAGE_URL: .*/);
    expect(() => storage(url)).toThrow(sentence);
    expect(() => storage(url)).not.toThrow(/secret@|regoin/);
  });

  it.each(Object.keys(keys))('is refused without %s', (missing) => {
    const rest = Object.fromEntries(Object.entries(keys).filter(([name]) => name !== missing));
    expect(() => storage('s3://photos?region=x', rest)).toThrow(
      `${missing}: must be set together with STORAGE_URL`,
    );
  });
});

describe('the signing secret', () => {
  it('is made once, kept and readable by the owner only', () => {
    const first = loadConfig({ DATA_DIR: dataDir }).jwtSecret;
    expect(first.length).toBeGreaterThanOrEqual(43);
    expect(loadConfig({ DATA_DIR: dataDir }).jwtSecret).toBe(first);
    expect(statSync(join(dataDir, 'jwt-secret')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dataDir, 'jwt-secret'), 'utf8')).toBe(`${first}\n`);
  });

  it('is refused when it was shortened', () => {
    writeFileSync(join(dataDir, 'jwt-secret'), 'abc\n');
    expect(() => loadConfig({ DATA_DIR: dataDir })).toThrow(StartError);
  });
});

describe('start errors', () => {
  it('become one line when the cause is known', () => {
    const taken = Object.assign(new Error('listen'), {
      code: 'EADDRINUSE',
      address: '127.0.0.1',
      port: 3000,
    });
    expect(describeStartError(taken)).toMatch(/^Port 3000 on 127.0.0.1 is taken/);
    expect(describeStartError(new Error('surprise'))).toBeUndefined();
  });
});
