import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { draftKey, readDraft } from '#client/lib/drafts.ts';
import { getSession } from '#client/lib/session.ts';
import { tabData } from '#client/lib/site-storage.ts';
import { dismissToast, toast } from '#client/lib/toast.ts';

interface Form<Values> {
  isDirty: () => boolean;
  getValues: () => Values;
  setValues: (values: Partial<Values>) => void;
  reset: () => void;
}

/**
 * Keeps the draft of a form in this tab across a reload. It is written when the page is hidden or
 * left, and removed when the form is unmounted. Passwords are never kept. A draft that was brought back says so, because a
 * choice that was not saved looks like one that was.
 */
export function useDraft<Values extends object>(
  form: Form<Values>,
  name: string,
  secret: (keyof Values & string)[] = [],
): void {
  const { t } = useTranslation();
  const latest = useRef({ form, secret, t });
  const restored = useRef<number>(undefined);
  const dismissRestored = useCallback(() => {
    if (restored.current !== undefined) dismissToast(restored.current);
    restored.current = undefined;
  }, []);
  useEffect(() => {
    latest.current = { form, secret, t };
    // What was brought back is saved or discarded.
    if (restored.current !== undefined && !form.isDirty()) dismissRestored();
  });
  useEffect(() => {
    const key = draftKey(getSession().user?.id ?? '', name);
    const kept = readDraft(key);
    if (kept) {
      latest.current.form.setValues(kept as Partial<Values>);
      restored.current = toast.info(latest.current.t('common.draft_restored'), {
        label: latest.current.t('common.draft_discard'),
        run: () => latest.current.form.reset(),
      });
    }
    tabData.removeItem(key);
    const keep = () => {
      const { form: now, secret: never } = latest.current;
      if (!now.isDirty()) return tabData.removeItem(key);
      const values = Object.entries(now.getValues()).filter(
        ([field]) => !(never as string[]).includes(field),
      );
      tabData.setItem(key, JSON.stringify(Object.fromEntries(values)));
    };
    const onHidden = () => document.visibilityState === 'hidden' && keep();
    window.addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      window.removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', onHidden);
      tabData.removeItem(key);
      dismissRestored();
    };
  }, [name, dismissRestored]);
}
