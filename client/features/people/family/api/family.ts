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
  const utils = trpc.useUtils();
  const refresh = {
    onSettled: () =>
      Promise.all([utils.family.invalidate(), utils.faces.invalidate(), utils.myPhotos.invalidate()]),
  };
  return {
    answer: trpc.family.answer.useMutation(refresh),
    answerClaim: trpc.family.answerClaim.useMutation(refresh),
    claim: trpc.family.claim.useMutation(refresh),
    withdrawClaim: trpc.family.withdrawClaim.useMutation(refresh),
    accept: trpc.family.accept.useMutation(refresh),
    leave: trpc.family.leave.useMutation(refresh),
    askErasure: trpc.erasure.ask.useMutation(refresh),
    withdrawErasure: trpc.erasure.withdraw.useMutation(refresh),
  };
}
