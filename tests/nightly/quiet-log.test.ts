import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiClient, createWorkplace, signInTo } from '#scripts/support/api-client.ts';
import {
  preparedDataDir,
  type ServerProcess,
  startServer,
  TEST_ADMIN,
} from '#tests/support/server-process.ts';

let dataDir: string;
let remove: () => Promise<void>;
let server: ServerProcess;
beforeAll(async () => {
  ({ dataDir, remove } = await preparedDataDir());
  server = await startServer({
    dataDir,
    env: { DATABASE_URL: '', LOG_LEVEL: 'trace' },
    until: '/healthz',
  });
});
afterAll(async () => {
  await server?.kill('SIGKILL');
  await remove?.();
});

type Session = { access_token: string; refresh_token: string };
type Link = { id: string; token: string };

const secrets = {
  guess: 'a guess that was nearly right',
  link: 'only the parents know',
  forged: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.',
  fresh: 'a password of a new account',
};

test('the log, however talkative, holds no password, token, cookie or address of a person', async () => {
  const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    fetch(server.url + path, {
      method,
      headers: { ...(body ? { 'Content-Type': 'application/json' } : {}), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const data = async <T>(answer: Promise<Response>) => ((await (await answer).json()) as { data: T }).data;
  const account = { username: 'somebody', email: 'somebody@example.org', password: secrets.fresh };
  const registered = await data<Session>(
    send('POST', '/api/auth/register', { ...account, first_name: 'Some', last_name: 'Body' }),
  );
  await send('POST', '/api/auth/register', { ...account, first_name: 'Some' });
  await send('POST', '/api/auth/login', { username: 'somebody', password: secrets.guess });
  await send('POST', '/trpc/auth.login', { username: account.email, password: secrets.guess });
  await send('GET', '/api/auth/me', undefined, { Authorization: `Bearer ${secrets.forged}` });
  await send('GET', '/api/auth/me', undefined, { Cookie: `clublens_session=${registered.access_token}` });
  const renewed = await data<Session>(
    send('POST', '/api/auth/refresh', { refresh_token: registered.refresh_token }),
  );
  await send('GET', `/api/users?query=${account.email}`, undefined, {
    Authorization: `Bearer ${renewed.access_token}`,
  });

  const admin = await signInTo(server.url, TEST_ADMIN.username, TEST_ADMIN.password);
  const { photographer, galleryId }: { photographer: ApiClient; galleryId: string } = await createWorkplace(
    server.url,
    admin,
    'Quiet',
  );
  const link = await photographer.call<Link>('POST', `/galleries/${galleryId}/links`, {
    name: 'Parents',
    password: secrets.link,
  });
  const shared = `/api/galleries/shared/${link.token}`;
  await send('GET', `${shared}?password=${encodeURIComponent(secrets.link)}`);
  await send('GET', `${shared}/photos`, undefined, { 'X-Share-Password': secrets.link });
  await send(
    'GET',
    `/trpc/openedShareLink.open?input=${encodeURIComponent(JSON.stringify({ token: link.token, password: secrets.link }))}`,
  );
  const { unlock_token } = await data<{ unlock_token: string }>(
    send('GET', shared, undefined, { 'X-Share-Password': secrets.link }),
  );
  await send('GET', `${shared}/photos?unlock=${unlock_token}`);

  const log = server.output();
  expect(log).toContain('/api/auth/login');
  const hidden = {
    ...secrets,
    admin: TEST_ADMIN.password,
    access: registered.access_token,
    renewed: renewed.access_token,
    refresh: registered.refresh_token,
    secondRefresh: renewed.refresh_token,
    share: link.token,
    unlock: unlock_token,
    email: account.email,
    hash: '$argon2',
  };
  for (const [what, secret] of Object.entries(hidden))
    for (const form of [secret, encodeURIComponent(secret), secret.replaceAll(' ', '+')])
      expect([what, log.includes(form)]).toEqual([what, false]);
});
