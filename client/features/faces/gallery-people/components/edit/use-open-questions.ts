import { useState } from 'react';
import {
  useMatchQuestions,
  useQuestionCount,
  useSuggestions,
} from '#client/features/faces/gallery-people/api/list-people.ts';
import type { RouterOutputs } from '#client/lib/trpc.ts';
import { useHeldQuestion } from './use-held-question.ts';

type Links = RouterOutputs['galleryPeople']['matchQuestions'];
type Merges = RouterOutputs['galleryPeople']['suggestions'];

/** How many are asked before the rest can wait: those that say most, and of these the surest first. */
const atOnce = 10;

export const questionsOf = (links: Links | undefined, merges: Merges | undefined) => [
  ...(links?.questions ?? []).map((link) => ({ key: `${link.person_id} ${link.club_person_id}`, link })),
  ...(merges?.suggestions ?? []).map((merge) => ({
    key: [merge.first.id, merge.second.id].sort().join(' '),
    merge,
  })),
];

/** Who somebody is comes first, in the order of the server. */
const distanceOf = (question: ReturnType<typeof questionsOf>[number]) =>
  'merge' in question ? question.merge.distance : -1;

/**
 * The questions that wait, and which of them is asked. Their number falls with each answer; those that sorting makes of the answers
 * are counted when the next ones are begun.
 */
export function useOpenQuestions(galleryId: string) {
  const links = useMatchQuestions(galleryId);
  const merges = useSuggestions(galleryId);
  const { count: total, more } = useQuestionCount(galleryId);
  const [skipped, setSkipped] = useState<string[]>([]);
  const [begun, setBegun] = useState<string[]>();
  /** So many are known of, answered ones with them. */
  const [known, setKnown] = useState<number>();
  const loaded = !links.isPending && merges.data !== undefined;
  const asked = questionsOf(links.data, merges.data);
  const open = asked.filter(({ key }) => !skipped.includes(key));
  const questions = begun?.flatMap((key) => open.find((asked) => asked.key === key) ?? []) ?? [];
  const held = useHeldQuestion(loaded ? questions : undefined);
  const isAsked = (key: string) => asked.some((question) => question.key === key);
  const answered = held.answered.filter((key) => !isAsked(key) && !skipped.includes(key)).length;
  const left = asked.length - open.length;
  const begin = (keys: string[]) => {
    setBegun(keys);
    setKnown(total + answered);
  };
  const beginNext = () =>
    begin(
      open
        .slice(0, atOnce)
        .toSorted((a, b) => distanceOf(a) - distanceOf(b))
        .map(({ key }) => key),
    );
  if (loaded && !begun?.length && open.length > 0) beginNext();
  else if (loaded && known !== undefined && total + answered < known) setKnown(total + answered);
  return {
    ...held,
    links,
    merges,
    loaded,
    isRestOpen: open.length > 0,
    skipped: left,
    more,
    /** Those that were skipped are not counted. */
    count: Math.max((known ?? total + answered) - answered - left, questions.length),
    beginNext,
    skip: (key: string) => {
      held.answer(key);
      setSkipped([...skipped, key]);
    },
    showSkipped: () => {
      setSkipped([]);
      begin(skipped);
    },
  };
}
