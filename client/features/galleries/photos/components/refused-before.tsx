import { useTranslation } from 'react-i18next';
import { useFormat } from '#client/hooks/use-format.ts';
import { errorMessage } from '#client/lib/error-message.ts';
import type { RefusedFile } from '#client/lib/upload/refused-files.ts';
import classes from './left-out-files.module.css';

/** Files that were refused before the page was loaded anew, each with the reason. */
export function RefusedBefore({ files }: { files: readonly RefusedFile[] }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  if (files.length === 0) return null;
  const title = t('upload.refused_before', { count: files.length, n: number(files.length) });
  return (
    <div role="status" className={classes.leftOut}>
      <p className={classes.title}>{title}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by keyboard */}
      <ul className={classes.list} tabIndex={0} aria-label={title}>
        {files.map(({ galleryId, path, error }) => (
          <li key={`${galleryId}|${path}`}>
            <bdi>{path}</bdi>: {errorMessage(t, error)}
          </li>
        ))}
      </ul>
    </div>
  );
}
