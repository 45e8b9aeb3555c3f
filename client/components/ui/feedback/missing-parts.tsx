import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage, isFailure } from '#client/lib/error-message.ts';
import { useToldErrors } from '#client/lib/told-errors.ts';
import classes from './banner.module.css';

const isMissing = (query: Query): boolean =>
  query.state.data === undefined && query.getObserversCount() > 0 && isFailure(query.state.error);

/**
 * Says why a part of the page is missing, for all queries that could not be answered and have no place of their own that
 * says so. It waits while such a place says something: what fails then has most often failed for the same reason.
 */
export function MissingParts() {
  const { t } = useTranslation();
  const cache = useQueryClient().getQueryCache();
  const told = useToldErrors();
  const subscribe = useCallback(
    (listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)),
    [cache],
  );
  const missing = () => cache.findAll({ predicate: isMissing });
  useSyncExternalStore(subscribe, () =>
    missing()
      .map(({ queryHash }) => queryHash)
      .join(),
  );
  const [first, ...more] = told.length === 0 ? missing() : [];
  if (!first) return null;
  return (
    <div role="alert" className={classes.banner}>
      {t('common.part_load_failed', { reason: errorMessage(t, first.state.error) })}{' '}
      <button
        type="button"
        className={classes.action}
        onClick={() => {
          for (const query of [first, ...more]) query.fetch().catch(() => undefined);
        }}
      >
        {t('common.try_again')}
      </button>
    </div>
  );
}
