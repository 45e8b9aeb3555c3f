import { useTranslation } from 'react-i18next';
import type { Picked } from '#client/lib/upload/read-picked-files.ts';
import { useFileDrop } from '#client/lib/upload/use-file-drop.ts';
import classes from './drop-on-page.module.css';

/** Catches photos and folders that are dropped anywhere on the page, and says so while they are dragged over it. */
export default function DropOnPage({ onDrop }: { onDrop: (picked: Picked) => void }) {
  const { t } = useTranslation();
  const over = useFileDrop(onDrop);
  return over && <div className={classes.over}>{t('upload.drop_here')}</div>;
}
