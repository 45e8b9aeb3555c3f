import { RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '#server/contract/app-error.ts';
import { widerNetwork } from './rate-limit-address.ts';
import { countInMemory, type RateLimitStore } from './rate-limit-store.ts';

/** Durations in seconds. */
const quarterHour = 15 * 60;
const hour = 60 * 60;

/**
 * How often something may be done (`points`) in how many seconds (`duration`). An address is an IPv4 address, or the /64
 * network of an IPv6 address (rate-limit-address.ts).
 *
 * Wrong passwords are counted three times: for one account or share link from one address (`guessesPerAccountOrLinkAndAddress`);
 * for it from all addresses (`loginGuessesPerAccount`, `linkGuessesPerLink`); and at sign-in for all accounts from one address
 * (`loginGuessesPerAddress`). While an account or link has reached its limit for all addresses, an address that has not guessed yet
 * still gets one attempt, so that strangers cannot lock the owner out: one address an hour of each wider network (/24 of IPv4,
 * /48 of IPv6), because a stranger may have many addresses of one network (`firstGuessesPerWiderNetwork`).
 */
export const rateLimitValues = {
  guessesPerAccountOrLinkAndAddress: { points: 10, duration: quarterHour },
  loginGuessesPerAccount: { points: 100, duration: hour },
  loginGuessesPerAddress: { points: 100, duration: hour },
  /** Stricter than for accounts: a link has no user name to be guessed too, and its password is mostly short. */
  linkGuessesPerLink: { points: 49, duration: hour },
  /** For one account or link, while it has reached its limit for all addresses. */
  firstGuessesPerWiderNetwork: { points: 1, duration: hour },
  /** Keys for programs: beyond it no key of the address is looked up for a while. */
  wrongKeysPerAddress: { points: 100, duration: quarterHour },
  registrationsPerAddress: { points: 200, duration: hour },
  /**
   * Mails for a forgotten password: by the login that was typed, whether or not there is such an account, and by address. The
   * mails to one account are counted again when they are sent.
   */
  forgottenPasswordsPerLogin: { points: 5, duration: hour },
  forgottenPasswordsPerAddress: { points: 30, duration: hour },
  /** Mails that confirm an address. */
  verificationsPerAccount: { points: 10, duration: hour },
  /** Looks at invitations: a whole club may stand in one hall, behind one address. */
  invitationsPerAddress: { points: 2_000, duration: hour },
  /** Invitations sent to an address one by one; a mail goes to somebody who has not agreed to mails yet. */
  invitationMailsPerAccount: { points: 100, duration: hour },
  /** Imports of lists of members, each with up to 5,000 mails. */
  memberImportsPerAccount: { points: 30, duration: hour },
  /** Previews of such lists: one for each choice of how a list is read. */
  memberImportPreviewsPerAccount: { points: 300, duration: hour },
  /** Requests to join clubs: each is told to those who decide, by mail where they want that. */
  membershipRequestsPerAccount: { points: 50, duration: hour },
  /** "I am a parent of …": each is read by somebody of the club. */
  guardianClaimsPerAccount: { points: 20, duration: hour },
  /** Requests to erase somebody: each is read by somebody of the club. */
  erasureRequestsPerAccount: { points: 20, duration: hour },
  /** Reminders to answer questions about photos, per club. */
  consentRemindersPerClub: { points: 2, duration: 24 * hour },
  /** Pictures to be found by, tried ones included. */
  referencesPerAccount: { points: 60, duration: hour },
  photoSearchesPerAccount: { points: 10, duration: hour },
  uploadsPerAccount: { points: 20_000, duration: hour },
  /** Photos from guests: by the link they came by, and by link and address. A whole club may stand in one hall. */
  guestUploadsPerLink: { points: 5_000, duration: hour },
  guestUploadsPerLinkAndAddress: { points: 1_000, duration: hour },
  /** Each stores a list of up to 5,000 photos for a day, and share links need no account for it. */
  downloadSelectionsPerAddress: { points: 300, duration: hour },
  /** Cards of share links, each drawn anew: a messenger may ask for those of many chats from one address. */
  linkCardsPerAddress: { points: 2_000, duration: hour },
} as const;

type CountedRequest =
  | 'register'
  | 'upload'
  | 'guest-upload-link'
  | 'guest-upload'
  | 'download-selection'
  | 'link-card'
  | 'forgotten-password'
  | 'forgotten-password-address'
  | 'verification'
  | 'invitation'
  | 'invitation-mail'
  | 'member-import'
  | 'member-import-preview'
  | 'membership-request'
  | 'guardian-claim'
  | 'erasure-request'
  | 'consent-reminder'
  | 'reference'
  | 'photo-search';

export interface RateLimits {
  /**
   * Runs a check that says whether the guess was right; refuses with 429 when there were too many wrong ones. Only a guess
   * that the check called wrong counts: not one that was refused, and not one whose check threw.
   * An address that many visitors share has no limit for all accounts: one of them would lock out all others.
   */
  limitWrongGuesses<T>(
    kind: 'login' | 'link',
    target: string,
    address: string,
    check: () => Promise<T | null>,
    options?: { addressIsShared: boolean },
  ): Promise<T | null>;
  limitRequests(kind: CountedRequest, key: string): Promise<void>;
  /** Looks up a key for programs, counting those that there are not. Where there were too many it finds none: clients would repeat an upload that is answered 429. */
  limitWrongKeys<T>(address: string, find: () => Promise<T | undefined>): Promise<T | undefined>;
}

declare module '#server/app-context.ts' {
  interface AppContext {
    rateLimits: RateLimits;
  }
}

/** @param limiter makes the counter of one limit: in the memory of this process, or in the database for several */
export function createRateLimits(limiter: RateLimitStore = countInMemory): RateLimits {
  const perTargetAndAddress = limiter(
    'target-and-address',
    rateLimitValues.guessesPerAccountOrLinkAndAddress,
  );
  const perAddress = limiter('address', rateLimitValues.loginGuessesPerAddress);
  const perTarget = {
    login: limiter('account', rateLimitValues.loginGuessesPerAccount),
    link: limiter('link', rateLimitValues.linkGuessesPerLink),
  };
  const firstPerWiderNetwork = limiter('wider-network', rateLimitValues.firstGuessesPerWiderNetwork);
  const requests = {
    register: limiter('register', rateLimitValues.registrationsPerAddress),
    'forgotten-password': limiter('forgotten', rateLimitValues.forgottenPasswordsPerLogin),
    verification: limiter('verification', rateLimitValues.verificationsPerAccount),
    'forgotten-password-address': limiter('forgotten-address', rateLimitValues.forgottenPasswordsPerAddress),
    invitation: limiter('invitation', rateLimitValues.invitationsPerAddress),
    'invitation-mail': limiter('invitation-mail', rateLimitValues.invitationMailsPerAccount),
    'member-import': limiter('member-import', rateLimitValues.memberImportsPerAccount),
    'member-import-preview': limiter('member-import-preview', rateLimitValues.memberImportPreviewsPerAccount),
    'membership-request': limiter('membership-request', rateLimitValues.membershipRequestsPerAccount),
    'guardian-claim': limiter('guardian-claim', rateLimitValues.guardianClaimsPerAccount),
    'erasure-request': limiter('erasure-request', rateLimitValues.erasureRequestsPerAccount),
    'consent-reminder': limiter('consent-reminder', rateLimitValues.consentRemindersPerClub),
    reference: limiter('reference', rateLimitValues.referencesPerAccount),
    'photo-search': limiter('photo-search', rateLimitValues.photoSearchesPerAccount),
    upload: limiter('upload', rateLimitValues.uploadsPerAccount),
    'guest-upload-link': limiter('guest-upload-link', rateLimitValues.guestUploadsPerLink),
    'guest-upload': limiter('guest-upload', rateLimitValues.guestUploadsPerLinkAndAddress),
    'download-selection': limiter('download-selection', rateLimitValues.downloadSelectionsPerAddress),
    'link-card': limiter('link-card', rateLimitValues.linkCardsPerAddress),
  };

  const wrongKeys = limiter('wrong-key', rateLimitValues.wrongKeysPerAddress);

  /** What could not be given back because the store was away. */
  const owed = new Set<() => Promise<unknown>>();
  const giveBack = async (attempts: Iterable<() => Promise<unknown>>): Promise<void> => {
    for (const attempt of attempts) owed.add(attempt);
    for (const attempt of owed) {
      owed.delete(attempt);
      try {
        await attempt();
      } catch (error) {
        owed.add(attempt);
        throw error;
      }
    }
  };

  return {
    async limitWrongGuesses(kind, target, from, check, { addressIsShared } = { addressIsShared: false }) {
      await giveBack([]);
      const limitsAddress = kind === 'login' && !addressIsShared;
      const pair = `${kind} ${target} ${from}`;
      // An address that has reached its limit is refused before anything is counted, so that it fills no counter of the
      // accounts it tries.
      if (limitsAddress) refuseIfSpent(await perAddress.get(from));
      const guessedBefore = ((await perTargetAndAddress.get(pair))?.consumedPoints ?? 0) > 0;
      const ofTarget = await perTarget[kind].get(target);
      if (guessedBefore) refuseIfSpent(ofTarget);
      const networkKey = isSpent(ofTarget) ? `${kind} ${target} ${widerNetwork(from)}` : undefined;
      // Counted before the check, so that parallel guesses cannot slip through; given back when it was right.
      const counted: (() => Promise<unknown>)[] = [];
      const count = async (counter: ReturnType<RateLimitStore>, key: string) => {
        const refusal = await refusalOf(counter.consume(key));
        counted.push(() => counter.reward(key));
        if (refusal) throw tooMany(refusal);
      };
      let found: Awaited<ReturnType<typeof check>>;
      try {
        if (networkKey) await count(firstPerWiderNetwork, networkKey);
        await count(perTargetAndAddress, pair);
        if (limitsAddress) await count(perAddress, from);
        found = await check();
      } catch (error) {
        await giveBack(counted).catch(() => undefined); // owed until the next guess
        throw error;
      }
      if (found === null) {
        await perTarget[kind].penalty(target);
        return null;
      }
      await giveBack([
        () => perTargetAndAddress.delete(pair),
        ...(networkKey ? [() => firstPerWiderNetwork.delete(networkKey)] : []),
        ...(limitsAddress ? [() => perAddress.reward(from)] : []),
      ]);
      return found;
    },
    async limitRequests(kind, key) {
      await refuseWhenSpent(requests[kind].consume(key));
    },
    async limitWrongKeys(address, find) {
      if (isSpent(await wrongKeys.get(address))) return undefined;
      const found = await find();
      if (found === undefined) await refusalOf(wrongKeys.consume(address));
      return found;
    },
  };
}

const isSpent = (state: RateLimiterRes | null): state is RateLimiterRes =>
  state !== null && state.remainingPoints <= 0;

function refuseIfSpent(state: RateLimiterRes | null): void {
  if (isSpent(state)) throw tooMany(state);
}

async function refuseWhenSpent(consumed: Promise<RateLimiterRes>): Promise<void> {
  const refusal = await refusalOf(consumed);
  if (refusal) throw tooMany(refusal);
}

/** Undefined: there was an attempt left. Rejects when the store could not count. */
const refusalOf = (consumed: Promise<RateLimiterRes>): Promise<RateLimiterRes | undefined> =>
  consumed.then(
    () => undefined,
    (refusal: unknown) => {
      if (refusal instanceof RateLimiterRes) return refusal;
      throw refusal;
    },
  );

function tooMany(state: RateLimiterRes): AppError {
  return new AppError('too_many_attempts', {
    params: { seconds: Math.max(1, Math.ceil(state.msBeforeNext / 1000)) },
  });
}
