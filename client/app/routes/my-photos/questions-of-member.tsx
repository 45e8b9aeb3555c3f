import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatchQuestions } from '#client/features/faces/my-photos/api/found-photos.ts';
import { MatchQuestions } from '#client/features/faces/my-photos/components/match-questions.tsx';
import type { ShownMember } from '#client/features/faces/my-photos/shown-names.ts';
import {
  EveningQuestion,
  useEveningQuestion,
} from '#client/features/people/family/components/evening-question.tsx';
import { useFormat } from '#client/hooks/use-format.ts';

interface QuestionsOfMemberProps {
  member: ShownMember;
  /** Nothing else is on the page; above photos they are opened by a button. */
  isOpen?: boolean;
}

/** Whether somebody on photos is somebody of the family, then the question of the evening. */
export function QuestionsOfMember({ member, isOpen = false }: QuestionsOfMemberProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const matches = useMatchQuestions(member.id).length;
  const { asked, done } = useEveningQuestion(member.id);
  const [opened, setOpened] = useState(false);
  const count = matches + (asked ? 1 : 0);
  if (!isOpen && !opened)
    return count === 0 ? null : (
      <Button variant="light" size="compact-md" onClick={() => setOpened(true)}>
        {t('my_photos.questions', { count, n: number(count) })}
      </Button>
    );
  return <MatchQuestions member={member} rest={asked && <EveningQuestion asked={asked} done={done} />} />;
}
