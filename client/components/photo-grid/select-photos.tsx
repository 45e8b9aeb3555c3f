import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Selection } from '#client/hooks/use-selection.ts';
import { IconCircleCheck } from '#client/icons/circle-check.ts';
import classes from './select-photos.module.css';

interface SelectPhotosProps {
  selection: Selection;
  className?: string | undefined;
}

/** On a touch screen a button begins to select, because nothing on a photo says that a long press does. */
export function SelectPhotos({ selection, className = '' }: SelectPhotosProps) {
  const { t } = useTranslation();
  return (
    <Button
      variant="subtle"
      className={`${classes.select} ${className}`}
      data-choosing={selection.choosing || undefined}
      leftSection={<IconCircleCheck size={18} stroke={1.7} />}
      onClick={selection.toggleChoosing}
    >
      {t(!selection.choosing ? 'photos.pick' : selection.count > 0 ? 'selection.clear' : 'common.cancel')}
    </Button>
  );
}
