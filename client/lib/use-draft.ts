import { useEffect, useRef } from 'react';
import { draftKey, readDraft } from './drafts.ts';
import { getSession } from './session.ts';

interface Form<Values> {
  isDirty: () => boolean;
  getValues: () => Values;
  setValues: (values: Partial<Values>) => void;
}

/**
 * Keeps the draft of a form in this tab across a reload. It is written when the page is hidden or
 * left, and removed when the form is unmounted. Passwords are never kept.
 */
export function useDraft<Values extends object>(
  form: Form<Values>,
  name: string,
  secret: (keyof Values & string)[] = [],
): void {
  const latest = useRef({ form, secret });
  useEffect(() => {
    latest.current = { form, secret };
  });
  useEffect(() => {
    const key = draftKey(getSession().user?.id ?? '', name);
    const kept = readDraft(key);
    if (kept) latest.current.form.setValues(kept as Partial<Values>);
    sessionStorage.removeItem(key);
    const keep = () => {
      const { form: now, secret: never } = latest.current;
      if (!now.isDirty()) return sessionStorage.removeItem(key);
      const values = Object.entries(now.getValues()).filter(
        ([field]) => !(never as string[]).includes(field),
      );
      sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(values)));
    };
    const onHidden = () => document.visibilityState === 'hidden' && keep();
    window.addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      window.removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', onHidden);
      sessionStorage.removeItem(key);
    };
  }, [name]);
}
