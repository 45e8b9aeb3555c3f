/** Which pairs of people are asked about: "are these one person?". In which order: cluster/suggest-merges.ts. */
import { parameter } from './parameter.ts';

export const mergeQuestions = {
  span: parameter(
    1.4,
    'x threshold by cosine; its square root by other metrics',
    'two persons up to this distance are suggested as the same: by cosine at most .09, a distance that 3 of 1,000 pairs of strangers reach',
  ),
  floor: parameter(
    0.05,
    'probability',
    'that two groups are one person, at the largest distance at which people are asked about them',
  ),
  perGallery: parameter(
    20,
    'questions',
    'handed to the page, which asks ten at once; the next ones come when these are answered',
  ),
  perPerson: parameter(3, 'questions', 'who is asked more often about one person answers without looking'),
} as const;
