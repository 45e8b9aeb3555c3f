import { useState } from 'react';

/** Sends an answer, which says whether it was taken. */
export type GiveAnswer = (send: (onRefused: (error: unknown) => void) => Promise<boolean>) => void;

/**
 * The question on the screen. It stays while it is asked, whatever else comes into the list, so that nobody answers another one
 * by mistake. `settled`: the one before went without an answer from here. A question of one's own answer that was undone is next.
 */
export function useHeldQuestion<Question extends { key: string }>(
  questions: readonly Question[] | undefined,
) {
  const [held, setHeld] = useState<{ key: string | undefined; settled: boolean }>({
    key: undefined,
    settled: false,
  });
  const [answered, setAnswered] = useState<readonly string[]>([]);
  const withKey = (key: string | undefined) => questions?.find((question) => question.key === key);
  const undone = questions?.find(({ key }) => answered.includes(key));
  const question = undone ?? withKey(held.key) ?? questions?.[0];
  if (questions && question?.key !== held.key) {
    const isGone = held.key !== undefined && !withKey(held.key);
    setHeld({ key: question?.key, settled: isGone && !answered.includes(held.key ?? '') });
  }
  return {
    question,
    answered,
    settled: held.settled,
    /** Called before the answer is sent. */
    answer: (key: string) => setAnswered((before) => [...before, key]),
    /** The answer was refused. */
    takeBack: (key: string) => {
      setAnswered((before) => before.filter((other) => other !== key));
      setHeld((now) => (now.key === key ? now : { ...now, settled: true }));
    },
  };
}
