import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { caller, createActor, createEvent, createGallery } from '#tests/support/actors.ts';
import { PHOTO_LIMITS, type PhotoApp, startPhotoApp, type Uploaded } from '#tests/support/photo-app.ts';
import { quarters } from '#tests/support/test-images.ts';

let app: PhotoApp;
let count = 0;
beforeAll(async () => {
  app = await startPhotoApp();
});
afterAll(() => app.close());
afterEach(async () => {
  await app.removeLeftovers();
  const { photos, files, temporary } = await app.stock();
  expect({ files: files.length, temporary }).toEqual({ files: photos * 4, temporary: 0 });
});

/** A small picture that differs from all uploaded before. */
const picture = () => {
  count += 1;
  return quarters(60 + count, 40)
    .png()
    .toBuffer();
};
const BOUNDARY = 'xxBOUNDARYxx';
const part = (head: string, body: Uint8Array | string = '') =>
  Buffer.concat([Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`), Buffer.from(body), Buffer.from('\r\n')]);
const field = (name: string, value: string) => part(`Content-Disposition: form-data; name="${name}"`, value);
const file = (bytes: Uint8Array, disposition = 'name="file"; filename="a.png"') =>
  part(`Content-Disposition: form-data; ${disposition}\r\nContent-Type: image/png`, bytes);
const END = Buffer.from(`--${BOUNDARY}--\r\n`);
const inGallery = () => field('gallery_id', app.gallery);

async function post(body: Uint8Array, type = `multipart/form-data; boundary=${BOUNDARY}`, query = '') {
  const response = await fetch(`${app.url}/api/photos/upload${query}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${app.photographer.token}`, 'Content-Type': type },
    body: new Uint8Array(body),
    signal: AbortSignal.timeout(20_000),
  });
  return {
    status: response.status,
    body: (await response.json()) as { code?: string; detail?: unknown; data: Uploaded },
  };
}

describe('the order of the fields', () => {
  test('does not matter: gallery before, after or in the address', async () => {
    for (const [body, query] of [
      [[inGallery(), file(await picture()), END], ''],
      [[file(await picture()), inGallery(), END], ''],
      [[file(await picture()), END], `?gallery_id=${app.gallery}`],
    ] as const)
      expect((await post(Buffer.concat(body), undefined, query)).status).toBe(201);
  });

  test('asks for the right to the gallery that is meant, wherever it is named', async () => {
    const event = await createEvent(app);
    const foreign = await createGallery(app, { event, visibility: 'private' });
    const toForeign = field('gallery_id', foreign);
    for (const [body, query] of [
      [[toForeign, file(await picture()), END], ''],
      [[file(await picture()), toForeign, END], ''],
      [[toForeign, file(await picture()), END], `?gallery_id=${app.gallery}`],
      [[inGallery(), file(await picture()), END], `?gallery_id=${foreign}`],
      [[inGallery(), toForeign, file(await picture()), END], ''],
    ] as const)
      expect((await post(Buffer.concat(body), undefined, query)).status).toBe(403);
  });

  test('gallery and file have to be there', async () => {
    const nowhere = await post(Buffer.concat([file(await picture()), END]));
    expect([nowhere.status, nowhere.body.detail]).toEqual([
      422,
      [{ field: 'gallery_id', msg: 'Gallery is required' }],
    ]);
    expect((await post(Buffer.concat([inGallery(), END]))).body.code).toBe('upload_no_file');
    // What a browser sends for a form without a chosen file.
    const unchosen = file(Buffer.alloc(0), 'name="file"; filename=""');
    expect((await post(Buffer.concat([inGallery(), unchosen, END]))).status).toBe(422);
  });
});

describe('a malformed body is answered with 4xx', () => {
  test.each([
    ['nothing', ''],
    ['no boundary in it', 'hello'],
    ['only the end', `--${BOUNDARY}--\r\n`],
    ['half a boundary', `--${BOUNDARY}`],
    ['a part without headers', `--${BOUNDARY}\r\n\r\nx\r\n--${BOUNDARY}--\r\n`],
    ['a header without a colon', `--${BOUNDARY}\r\nnonsense\r\n\r\nx\r\n--${BOUNDARY}--\r\n`],
    ['no end', `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc`],
    ['NUL bytes', `--${BOUNDARY}\r\nContent-Disposition: form-data; name="\0"\r\n\r\n\0\r\n--${BOUNDARY}--`],
    [
      'a NUL in a name',
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a\0"\r\n\r\nx\r\n--${BOUNDARY}--`,
    ],
    [
      'a line break in a name',
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a\r\nX-Evil: b"\r\n\r\nx\r\n--${BOUNDARY}--`,
    ],
    ['an endless header', `--${BOUNDARY}\r\nContent-Disposition: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['many headers', `--${BOUNDARY}\r\n${'X-A: b\r\n'.repeat(5_000)}\r\nx\r\n--${BOUNDARY}--\r\n`],
  ])('%s', async (_name, body) => {
    const { status } = await post(Buffer.from(body));
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });

  test('a file whose end is missing', async () => {
    const whole = Buffer.concat([inGallery(), file(await picture())]);
    expect((await post(whole.subarray(0, whole.length - 30))).body.code).toBe('upload_malformed');
    expect((await post(whole)).status).toBeGreaterThanOrEqual(400);
  });

  test('other kinds of body and odd content types', async () => {
    const body = Buffer.concat([inGallery(), file(await picture()), END]);
    for (const type of [
      'application/json',
      'text/plain',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      `multipart/form-data; boundary=${'b'.repeat(10_000)}`,
      'multipart/mixed; boundary=x',
      'application/x-www-form-urlencoded',
    ]) {
      const { status } = await post(body, type);
      expect(status, type).toBeGreaterThanOrEqual(400);
      expect(status, type).toBeLessThan(500);
    }
  });

  test('a hundred parts, twenty files', async () => {
    const fields = Array.from({ length: 100 }, (_, i) => field(`f${i}`, 'x'));
    const many = await post(Buffer.concat([inGallery(), ...fields, file(await picture()), END]));
    expect([many.status, many.body.code]).toEqual([400, 'upload_malformed']);
    const bytes = await picture();
    const files = Array.from({ length: 5 }, () => file(bytes));
    // The first file counts; more than one is not asked for.
    expect((await post(Buffer.concat([inGallery(), ...files, END]))).status).toBe(201);
  });
});

describe('the name of a file', () => {
  test.each([
    ['a path', '../../etc/passwd.png', 'passwd.png'],
    ['a path of Windows', 'C:\\\\Users\\\\anna\\\\team.png', 'team.png'],
    ['quotes', 'a\\"b.png', 'a"b.png'],
    ['nothing but dots', '..', /^(\.\.|photo)$/],
    ['markup', '<img src=x onerror=alert(1)>.png', '<img src=x onerror=alert(1)>.png'],
    ['right to left', 'تصویر.png', 'تصویر.png'],
    ['emoji', '⚽🏆.png', '⚽🏆.png'],
    ['percent signs', '%2e%2e%2fa.png', '%2e%2e%2fa.png'],
    ['10,000 characters', `${'x'.repeat(10_000)}.png`, /^x{200}$/],
  ])('%s is only a name', async (_what, sent, shown) => {
    const body = [inGallery(), file(await picture(), `name="file"; filename="${sent}"`), END];
    const { status, body: answer } = await post(Buffer.concat(body));
    expect(status).toBe(201);
    if (typeof shown === 'string') expect(answer.data.filename).toBe(shown);
    else expect(answer.data.filename).toMatch(shown);
    const picturePath = `${app.url}/api/photos/${answer.data.id}/download?download=1`;
    const download = await fetch(picturePath, { headers: bearer() });
    expect(download.status).toBe(200);
    expect(download.headers.get('content-disposition')).toMatch(/^attachment; filename/);
  });

  test('may be given in the extended form, and the folder beside it', async () => {
    const extended = `name="file"; filename*=UTF-8''M%C3%A4dchen.png`;
    const body = [
      inGallery(),
      field('relative_path', 'Spieltag\0 5/../../Mädchen.png'),
      file(await picture(), extended),
    ];
    const { status, body: answer } = await post(Buffer.concat([...body, END]));
    expect([status, answer.data.filename]).toEqual([201, 'Mädchen.png']);
    const row = await app.ctx.db
      .selectFrom('photo')
      .select(['relative_path', 'original_key'])
      .where('id', '=', answer.data.id)
      .executeTakeFirstOrThrow();
    expect(row.relative_path).toBe('Spieltag 5/../../Mädchen.png');
    expect(row.original_key).toMatch(/^originals\/[0-9a-f]{2}\/[0-9a-f]{64}-[0-9a-f-]{36}\.png$/);
  });
});

const bearer = () => ({ Authorization: `Bearer ${app.photographer.token}` });

describe('the connection', () => {
  /** Sends a request by hand: the head, then so much of the body, and what the server said until then. */
  async function sendPart(head: string[], body: Uint8Array, bytes: number) {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    let said = '';
    socket.on('data', (chunk) => {
      said += chunk;
    });
    socket.on('error', () => undefined);
    socket.write(
      `POST /api/photos/upload HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\n`,
    );
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.write(body.subarray(0, bytes));
    return { socket, said: () => said };
  }
  const signedIn = () => `Authorization: Bearer ${app.photographer.token}`;

  test('may break at any point', async () => {
    const body = Buffer.concat([inGallery(), file(Buffer.alloc(1_000_000, 1)), END]);
    for (const share of [0, 0.0001, 0.001, 0.5, 0.9, 0.999, 0.99999]) {
      const head = [signedIn(), `Content-Length: ${body.length}`];
      const { socket } = await sendPart(head, body, Math.floor(body.length * share));
      await delay(30);
      socket.destroy();
    }
    await expect.poll(async () => (await app.stock()).temporary, { timeout: 60_000 }).toBe(0);
    expect((await post(Buffer.concat([inGallery(), file(await picture()), END]))).status).toBe(201);
  });

  test('hears a refusal before the file has been sent', async () => {
    const member = await createActor(app);
    const start = Buffer.concat([inGallery(), file(Buffer.alloc(50_000)).subarray(0, 40_000)]);
    const head = [`Authorization: Bearer ${member.token}`, 'Content-Length: 2000000'];
    const { socket, said } = await sendPart(head, start, start.length);
    await expect.poll(said, { timeout: 60_000 }).toMatch(/^HTTP\/1.1 403[\s\S]*gallery_forbidden/);
    socket.destroy();
  });

  test('hears at once that the announced length is too much, and while more comes than allowed', async () => {
    const start = inGallery();
    const announced = [signedIn(), `Content-Length: ${PHOTO_LIMITS.maxBytes * 1_000}`];
    const first = await sendPart(announced, start, start.length);
    await expect.poll(first.said, { timeout: 60_000 }).toMatch(/^HTTP\/1.1 413[\s\S]*upload_too_large/);
    first.socket.destroy();
    const second = await sendPart([signedIn(), 'Transfer-Encoding: chunked'], start, 0);
    const body = Buffer.concat([inGallery(), file(Buffer.alloc(PHOTO_LIMITS.maxBytes + 100_000))]);
    second.socket.write(`${body.length.toString(16)}\r\n`);
    second.socket.write(body);
    await expect.poll(second.said, { timeout: 60_000 }).toMatch(/^HTTP\/1.1 413[\s\S]*upload_too_large/);
    second.socket.destroy();
  });

  test('by a browser of another site is refused', async () => {
    const headers = { Origin: 'https://evil.example' };
    const answer = await caller(app.url, app.photographer.token)('POST', '/photos/upload', {}, headers);
    expect(answer.status).toBe(403);
  });
});
