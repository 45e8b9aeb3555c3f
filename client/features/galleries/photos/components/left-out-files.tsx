import { useTranslation } from 'react-i18next';
import { useFormat } from '#client/hooks/use-format.ts';
import type { LeftOut } from '#client/lib/upload/read-picked-files.ts';
import classes from './left-out-files.module.css';

/** Names on the screen: a folder may hold thousands of other files. */
const shown = 200;

/** Files and folders that were chosen and are not uploaded, each with the reason. */
export function LeftOutFiles({ files }: { files: readonly LeftOut[] }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  if (files.length === 0) return null;
  return (
    <div role="status" className={classes.leftOut}>
      <p className={classes.title}>
        {t('upload.left_out', { count: files.length, n: number(files.length) })}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by keyboard */}
      <ul className={classes.list} tabIndex={0} aria-label={t('upload.left_out_list')}>
        {files.slice(0, shown).map(({ path, reason }) => (
          <li key={path}>
            <bdi>{path}</bdi>: {t(`upload.left_out_reason.${reason}`)}
          </li>
        ))}
        {files.length > shown && <li>{t('upload.and_more', { count: files.length - shown })}</li>}
      </ul>
    </div>
  );
}
