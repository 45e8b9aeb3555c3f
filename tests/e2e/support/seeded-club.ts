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
  type TestUser,
  uploadPhotos,
} from './test-data.ts';

export interface SeededClub extends Things {
  photographer: TestUser;
  member: TestUser;
}

/** Creates a club with members and requests, an event, a gallery of real photos with people, and share links. */
export async function seedClub(): Promise<SeededClub> {
  const photographer = await newUser('photographer', { first_name: 'Petra', last_name: 'Vogt' });
  const member = await newUser(undefined, { first_name: 'Jonas', last_name: 'Hartmann' });
  const club = await newClub('TSV Nordhafen');
  await join(club, member, true);
  await join(club, photographer, false);
  const event = await newEvent([club], undefined, 'Summer party of the first team');
  const gallery = await newGallery({ photographer, event, name: 'After the cup final' });
  await uploadPhotos(gallery, photographer);
  const link = (wish: object) =>
    expectSuccess(photographer.call<{ token: string }>('POST', `/galleries/${gallery.id}/links`, wish));
  const open = await link({ name: 'Parents U13', expires_at: '2099-05-01' });
  const locked = await link({ name: 'Press', password: 'let me in' });
  const [first] = await peopleOf(gallery, photographer);
  await expectSuccess(
    photographer.call('PUT', `/facerecognition/faces/${first?.id}`, { name: 'Hannah Lindqvist' }),
  );
  await expectSuccess(
    (await adminUser()).call('POST', `/clubs/${club.id}/people`, {
      first_name: 'Hannah',
      last_name: 'Lindqvist',
    }),
  );
  await newInvitation(club, { first_name: 'Hannah', last_name: 'Lindqvist', email: 'hannah@example.org' });
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
