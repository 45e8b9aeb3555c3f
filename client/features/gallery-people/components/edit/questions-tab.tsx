import { type ComponentProps, useState } from 'react';
import { useLinkQuestions, useSuggestions } from '#client/features/gallery-people/api/list-people.ts';
import { LinkQuestion } from './link-question.tsx';
import { MergeSuggestions } from './merge-suggestions.tsx';

/** Who of the club somebody is, then which people are the same; one question at a time. */
export function QuestionsTab(props: ComponentProps<typeof MergeSuggestions>) {
  const { galleryId, edit, onWholePhoto } = props;
  const links = useLinkQuestions(galleryId).data?.questions ?? [];
  const merges = useSuggestions(galleryId).data?.suggestions.length ?? 0;
  const [skipped, setSkipped] = useState<string[]>([]);
  const [question, ...others] = links.filter(({ person_id }) => !skipped.includes(person_id));
  if (!question) return <MergeSuggestions {...props} />;
  return (
    <LinkQuestion
      key={`${question.person_id} ${question.club_person_id}`}
      question={question}
      more={others.length + merges}
      edit={edit}
      onSkip={() => setSkipped([...skipped, question.person_id])}
      onWholePhoto={onWholePhoto}
    />
  );
}
