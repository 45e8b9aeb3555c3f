import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '#server/scripts/support/run-operator-command.ts';
import { signInTo } from '../support/api-client.ts';
import { openClub } from './people/club.ts';
import { enterClub, sendPicture } from './people/members.ts';
import type { ServedGallery } from './served-gallery.ts';

/**
 * Gives the gallery to a club, and lets a member of it find photos of themselves there.
 * @returns their access token, which is renewed where it has ended
 */
export async function myPhotosVisitor(gallery: ServedGallery): Promise<() => Promise<string>> {
  const { server, workplace, pictures } = gallery;
  const { photographer, galleryId } = workplace;
  const { address, username, password } = server;
  const admin = await signInTo(address, username, password);
  const clubId = await openClub(admin, 'Club');
  await photographer.call('PUT', `/galleries/${galleryId}`, {
    visibility: 'club_restricted',
    club_ids: [clubId],
  });
  const member = await enterClub({ address, admin, clubId }, 'member');
  const path = `/my-photos/${member.clubPersonId}`;
  for (const file of (await readdir(pictures)).sort())
    await sendPicture(member, `${path}/references`, await readFile(join(pictures, file)));
  const { total } = await member.client.call<{ total: number }>('GET', `${path}/photos`);
  if (total === 0) throw new OperatorError('No photo of the member was found');
  return async () => {
    await member.client.call('GET', '/auth/me');
    return member.client.token();
  };
}
