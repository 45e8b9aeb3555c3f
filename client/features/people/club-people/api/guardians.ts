import { useMutation } from '@tanstack/react-query';
import { trpc } from '#client/lib/trpc.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import type { ClubPerson } from '#server/contract/schemas/club-people.ts';

export function useGuardians(clubId: string, clubPersonId: string) {
  return trpc.guardians.list.useQuery({ id: clubId, club_person_id: clubPersonId });
}

export function usePaperConsents(clubId: string, clubPersonId: string) {
  return trpc.guardians.paperConsents.useQuery({ id: clubId, club_person_id: clubPersonId });
}

export function useGuardianClaims(clubId: string, enabled = true) {
  return trpc.guardians.claims.useQuery({ id: clubId }, { enabled });
}

/** Reads what the removal of members ends, at the action. */
export function useReadEnding(clubId: string) {
  const utils = trpc.useUtils();
  return (user_ids: string[]) =>
    utils.guardians.ending.fetch({ id: clubId, user_ids }, { staleTime: 0, networkMode: 'always' });
}

export function useConsentTexts(clubId: string) {
  return trpc.guardians.consentTexts.useQuery({ id: clubId });
}

/** Guardians and consents of the people of a club. */
export function useGuardianActions() {
  return {
    ask: trpc.guardians.ask.useMutation(),
    remove: trpc.guardians.remove.useMutation(),
    notThem: trpc.guardians.notThem.useMutation(),
    approve: trpc.guardians.approve.useMutation(),
    reject: trpc.guardians.reject.useMutation(),
    paperConsent: trpc.guardians.paperConsent.useMutation(),
    removePaper: trpc.guardians.removePaper.useMutation(),
    remind: trpc.guardians.remind.useMutation(),
    saveConsentText: trpc.guardians.saveConsentText.useMutation(),
  };
}

/** Everybody who refused something, for the printed list. */
export function useRefusals(clubId: string) {
  const utils = trpc.useUtils();
  return useMutation({
    mutationFn: async () => {
      const all: ClubPerson[] = [];
      for (let total = 1; all.length < total; ) {
        const page = { id: clubId, consent: 'no', limit: listSizes.max, offset: all.length } as const;
        const { people, total: count } = await utils.clubPeople.list.fetch(page, { staleTime: 0 });
        all.push(...people);
        total = people.length === 0 ? 0 : count;
      }
      return all;
    },
  });
}
