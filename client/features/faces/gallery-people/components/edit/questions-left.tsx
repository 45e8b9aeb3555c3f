import { useTranslation } from 'react-i18next';
import { useQuestionFigure } from '../use-question-figure.ts';
import classes from './merge-suggestions.module.css';

interface QuestionsLeftProps {
  /** How many come after the one that is shown, of those asked at once. */
  remaining: number;
  /** More wait than are asked at once. */
  more: boolean;
}

/** How many questions come after the one that is shown; nothing where it is the last. */
export function QuestionsLeft({ remaining, more }: QuestionsLeftProps) {
  const { t } = useTranslation();
  const questionFigure = useQuestionFigure();
  return (
    <p className={classes.rest} role="status">
      {remaining > 0 &&
        t('gallery_people.questions_left', { count: remaining, n: questionFigure(remaining, more) })}
    </p>
  );
}
