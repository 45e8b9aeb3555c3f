import { trpc } from '#client/lib/trpc.ts';

/** For those who edit people, where several cameras made the photos. */
export const useCameraClocks = (id: string) => trpc.cameraClocks.get.useQuery({ id });

export function useAnswerClock() {
  return trpc.cameraClocks.answer.useMutation();
}

export function useUndoClock() {
  return trpc.cameraClocks.undo.useMutation();
}
