import type { Things } from './screens.ts';
import {
  adminUser,
  expectSuccess,
  join,
  newClub,
  newEvent,
  newGallery,
  newInvitation,
  newUser,
  peopleOf,
  signIn,
  type TestUser,
  uploadPhotos,
} from './test-data.ts';

export interface SeededClub extends Things {
  photographer: TestUser;
  member: TestUser;
}

const usualNames = {
  club: 'TSV Nordhafen',
  event: 'Summer party of the first team',
  gallery: 'After the cup final',
  link: 'Parents U13',
  photographer: 'Vogt',
  member: 'Hartmann',
  person: 'Hannah Lindqvist',
  lastName: 'Lindqvist',
};
/** In each place in which somebody may type a name. */
export const everyName = (name: string): typeof usualNames =>
  Object.fromEntries(Object.keys(usualNames).map((place) => [place, name])) as typeof usualNames;

let seeded: Promise<SeededClub> | undefined;

/** The seeded club of this worker's server, for tests that only look at it. Its users are signed in anew: their sessions may be over. */
export const seededClub = async (): Promise<SeededClub> => {
  seeded ??= seedClub(usualNames);
  const { photographer, member, ...rest } = await seeded;
  return {
    ...rest,
    photographer: await signIn(photographer.username),
    member: await signIn(member.username),
  };
};

/** Creates a club with members and requests, an event, a gallery of real photos with people, and share links. */
export async function seedClub(called: typeof usualNames): Promise<SeededClub> {
  const photographer = await newUser('photographer', { first_name: 'Petra', last_name: called.photographer });
  const member = await newUser(undefined, { first_name: 'Jonas', last_name: called.member });
  const club = await newClub(called.club);
  await join(club, member, true);
  await join(club, photographer, false);
  const event = await newEvent([club], undefined, called.event);
  const gallery = await newGallery({ photographer, event, name: called.gallery });
  await uploadPhotos(gallery, photographer);
  const link = (wish: object) =>
    expectSuccess(photographer.call<{ token: string }>('POST', `/galleries/${gallery.id}/links`, wish));
  const open = await link({ name: called.link, expires_at: '2099-05-01' });
  const locked = await link({ name: 'Press', password: 'let me in' });
  const [first] = await peopleOf(gallery, photographer);
  await expectSuccess(
    photographer.call('PUT', `/facerecognition/faces/${first?.id}`, { name: called.person }),
  );
  await expectSuccess(
    (await adminUser()).call('POST', `/clubs/${club.id}/people`, {
      first_name: 'Hannah',
      last_name: called.lastName,
    }),
  );
  await newInvitation(club, {
    first_name: 'Hannah',
    last_name: called.lastName,
    email: 'hannah@example.org',
  });
  const invitation = await newInvitation(club);
  return {
    photographer,
    member,
    club,
    event,
    gallery,
    linkToken: open.token,
    lockedToken: locked.token,
    invitationToken: invitation.token,
  };
}
