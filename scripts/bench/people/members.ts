import type { Purpose } from '#server/contract/consent.ts';
import type { Family } from '#server/contract/schemas/family.ts';
import type { SentReferencePicture } from '#server/contract/schemas/my-photos.ts';
import { type ApiClient, ApiRefusal, signInTo } from '../../support/api-client.ts';

/** A member with an account who is a person of the club. */
export type Member = { client: ApiClient; clubPersonId: string };

type Place = { address: string; admin: ApiClient; clubId: string };

type Answers = readonly (readonly [purpose: Purpose, answer: 'yes' | 'no'])[];

/**
 * Registers somebody, and lets them into the club as the club knows them.
 * @param answers what they say about photos of themselves, one after the other; without, that they are found
 */
export async function enterClub(
  { address, admin, clubId }: Place,
  username: string,
  answers: Answers = [['find', 'yes']],
): Promise<Member> {
  const password = `bench ${Math.random().toString(36)}`;
  const account = { username, email: `${username}@example.org`, password, first_name: username };
  const registered = await fetch(`${address}/api/auth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(account),
  });
  if (!registered.ok)
    throw new ApiRefusal(`register ${username}`, registered.status, await registered.text());
  const client = await signInTo(address, username, password);
  await client.call('POST', `/clubs/${clubId}/join`);
  await admin.call('POST', `/clubs/${clubId}/members/${client.userId}/approve`);
  const { id } = await admin.call<{ id: string }>('POST', `/clubs/${clubId}/people`, {
    first_name: username,
    born_on: '1990-01-01',
    user_id: client.userId,
  });
  const member = { client, clubPersonId: id };
  for (const [purpose, answer] of answers) await answerFor(member, purpose, answer);
  return member;
}

/** With the text in force. */
export async function answerFor(
  { client, clubPersonId }: Member,
  purpose: Purpose,
  answer: 'yes' | 'no',
): Promise<void> {
  const { people } = await client.call<Family>('GET', '/family?language=en');
  const { consents = [] } = people.find(({ id }) => id === clubPersonId) ?? {};
  await client.call('POST', `/family/people/${clubPersonId}/consents`, {
    purpose,
    answer,
    language: 'en',
    text_version: consents.find((each) => each.purpose === purpose)?.text.version ?? '',
  });
}

type Answer = { state: string };
type Chosen<T extends Answer> = Exclude<T, { state: 'choose_face' }>;
type Fields = Record<string, string>;

/**
 * Sends a picture to be found by; of several faces the one nearest to its middle.
 * @returns the answer, and with which fields it came; undefined when the picture does not serve, by the server's own rules
 */
export async function sendPicture<T extends Answer = SentReferencePicture>(
  { client }: Member,
  path: string,
  picture: Uint8Array,
  fields: Fields = {},
): Promise<{ answer: Chosen<T>; fields: Fields } | undefined> {
  try {
    const first = await client.send<T>(path, picture, 'picture.jpg', fields);
    const faces = facesIn(first);
    if (!faces) return { answer: first as Chosen<T>, fields };
    const chosen = { ...fields, face: middlemost(faces) };
    const answer = await client.send<T>(path, picture, 'picture.jpg', chosen);
    return { answer: answer as Chosen<T>, fields: chosen };
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 422) return;
    throw error;
  }
}

type Box = { x: number; y: number; w: number; h: number };
const facesIn = (answer: Answer): Box[] | undefined =>
  answer.state === 'choose_face' ? (answer as Answer & { faces: Box[] }).faces : undefined;

function middlemost(faces: readonly Box[]): string {
  const [nearest] = faces
    .map(({ x, y, w, h }) => [x + w / 2, y + h / 2] as const)
    .sort((a, b) => Math.hypot(a[0] - 0.5, a[1] - 0.5) - Math.hypot(b[0] - 0.5, b[1] - 0.5));
  return `${nearest?.[0]},${nearest?.[1]}`;
}
