import { useTranslation } from 'react-i18next';
import { useMatchQuestions } from '#client/features/faces/my-photos/api/found-photos.ts';
import { useEveningQuestion } from '#client/features/people/family/components/evening-question.tsx';
import classes from './found-photos.module.css';

/** A dot at the tab of somebody about whom something is asked. */
export function QuestionSign({ id }: { id: string }) {
  const { t } = useTranslation();
  const matches = useMatchQuestions(id).length;
  const { asked } = useEveningQuestion(id);
  const count = matches + (asked ? 1 : 0);
  if (count === 0) return null;
  return (
    <span className={classes.sign} role="img" aria-label={t('my_photos.questions', { count, n: count })} />
  );
}
