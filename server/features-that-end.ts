import type { Ended, Ending, Endings } from './endings.ts';
import { erasePeopleOfClub } from './features/administration/erasure/erase-people-of-club.ts';
import { purgeDeletedOfClub } from './features/galleries/galleries/purge-deleted-galleries.ts';
import { forgetCreditLine } from './features/galleries/photos/credit-line.repository.ts';
import { endGuardianshipsOf } from './features/people/guardians/end-guardianships.ts';
import { notifyRefusedOutside } from './features/sharing/share-links/notify-refused-outside.ts';

const endCreditLineOf: Endings['accountLeaves'] = async (ctx, trx, { userId, club }) => {
  if (!club) await forgetCreditLine(ctx, trx, userId);
  return async () => ({ users: [], galleries: [] });
};

/** Each feature's part, one after the other, in one transaction. */
const inTurn =
  <What>(...parts: Ending<What>[]): Ending<What> =>
  async (ctx, trx, what) => {
    const finishing: (() => Promise<Ended>)[] = [];
    for (const part of parts) finishing.push(await part(ctx, trx, what));
    return async () => {
      const ended: Ended = { users: [], galleries: [] };
      for (const finish of finishing) {
        const { users, galleries } = await finish();
        ended.users.push(...users);
        ended.galleries.push(...galleries);
      }
      return ended;
    };
  };

/** Who does what when something ends. */
export const endings: Endings = {
  accountLeaves: inTurn(endGuardianshipsOf, endCreditLineOf),
  clubEnds: inTurn(erasePeopleOfClub, purgeDeletedOfClub),
  outsideRefused: notifyRefusedOutside,
};
