import { useLanguageCode } from '#client/hooks/use-language-code.ts';
import { trpc } from '#client/lib/trpc.ts';

export function useFamily() {
  return trpc.family.mine.useQuery({ language: useLanguageCode() });
}

/** Reads the family as it is now, at an action and not for a page. */
export function useReadFamily() {
  const utils = trpc.useUtils();
  const language = useLanguageCode();
  return () => utils.family.mine.fetch({ language }, { staleTime: 0, networkMode: 'always' });
}

/** What the viewer says. Names in galleries follow the answers. */
export function useFamilyActions() {
  return {
    answer: trpc.family.answer.useMutation(),
    answerClaim: trpc.family.answerClaim.useMutation(),
    claim: trpc.family.claim.useMutation(),
    withdrawClaim: trpc.family.withdrawClaim.useMutation(),
    accept: trpc.family.accept.useMutation(),
    leave: trpc.family.leave.useMutation(),
    askErasure: trpc.erasure.ask.useMutation(),
    withdrawErasure: trpc.erasure.withdraw.useMutation(),
  };
}
