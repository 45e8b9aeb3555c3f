import { ActionIcon, ScrollArea } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '#client/components/ui/feedback/status-badge.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconRefresh } from '#client/icons/refresh.ts';
import { IconX } from '#client/icons/x.ts';
import { errorMessage } from '#client/lib/error-message.ts';
import {
  isFileRejected,
  isFinalFailure,
  removeItem,
  retryFailed,
  type UploadItem,
} from '#client/lib/upload/queue.ts';
import classes from './upload-list.module.css';

const order = { error: 0, uploading: 1, pending: 2, done: 3 };
/** What its user has to know comes first. */
const rankOf = ({ status, damage }: UploadItem) => (damage ? order.error : order[status]);
const tones = { pending: 'quiet', uploading: 'info', done: 'good', error: 'bad' } as const;
/** Rows on the screen: more of them slow down the upload itself. */
const shown = 50;

interface UploadListProps {
  items: readonly UploadItem[];
  /** Whether anything was sent: before, nothing waits. */
  begun?: boolean;
}

/** Failed uploads and damaged photos first, then running ones, the sent ones last; long lists are cut. */
export function UploadList({ items, begun = true }: UploadListProps) {
  const { t } = useTranslation();
  const sorted = [...items].sort((a, b) => rankOf(a) - rankOf(b) || a.id - b.id);
  return (
    <ScrollArea.Autosize mah={280} type="auto" className={classes.frame}>
      <ul className={classes.list} aria-label={t('upload.queue')}>
        {sorted.slice(0, shown).map((item) => (
          <UploadRow key={item.id} item={item} begun={begun} />
        ))}
      </ul>
      {sorted.length > shown && (
        <p className={classes.rest}>{t('upload.and_more', { count: sorted.length - shown })}</p>
      )}
    </ScrollArea.Autosize>
  );
}

function stateOf(item: UploadItem) {
  if (isFileRejected(item)) return 'refused';
  return item.duplicate ? 'duplicate' : item.status;
}

/** Rendered only when its own file has changed. */
const UploadRow = memo(function UploadRow({ item, begun }: { item: UploadItem; begun: boolean }) {
  const { t } = useTranslation();
  const { bytes } = useFormat();
  const refused = isFileRejected(item);
  const share = item.file.size ? Math.round((item.sent / item.file.size) * 100) : 0;
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <span className={classes.name} title={item.path}>
          {item.path}
        </span>
        <span className={classes.state}>
          {(begun || item.status !== 'pending') && (
            <StatusBadge tone={item.damage ? 'waiting' : tones[item.status]}>
              {item.status === 'uploading'
                ? t('upload.status.uploading', { share })
                : t(`upload.status.${stateOf(item)}`)}
            </StatusBadge>
          )}
          <span className={classes.size}>{bytes(item.file.size)}</span>
        </span>
      </div>
      {item.status === 'error' && !isFinalFailure(item) && (
        <ActionIcon aria-label={t('upload.retry', { name: item.path })} onClick={() => retryFailed(item.id)}>
          <IconRefresh size={18} />
        </ActionIcon>
      )}
      {(item.status === 'pending' || refused) && (
        <ActionIcon aria-label={t('upload.remove', { name: item.path })} onClick={() => removeItem(item.id)}>
          <IconX size={18} />
        </ActionIcon>
      )}
      {item.damage && <p className={classes.note}>{t(`upload.damage.${item.damage}`)}</p>}
      {item.status === 'error' && (
        <p className={classes.reason}>
          {refused ? errorMessage(t, item.error) : `${t('failed.upload')}: ${errorMessage(t, item.error)}`}
        </p>
      )}
    </li>
  );
});
