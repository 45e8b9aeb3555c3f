import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { checkSessionAfterRefusal, type RouterOutputs, trpc } from './trpc.ts';

/** What a page wants to be told besides what concerns its viewer. */
type Topics = { gallery_id?: string; analyses?: boolean };
type Message = (RouterOutputs['live']['page'] extends AsyncIterable<infer M> ? M : never)['data'];
type About<A> = Extract<Message, { about: A }>;
type Handler = (message: Message) => void;

/** The one stream of this page: which topics are wanted, who is told, whether it is open. */
const wanted = new Map<symbol, Topics>();
const handlers = new Set<Handler>();
const watchers = new Set<() => void>();
let state: { topics: Topics; open: boolean } = { topics: {}, open: false };

function change(next: Partial<typeof state>): void {
  const topics = next.topics ?? state.topics;
  const same = topics.gallery_id === state.topics.gallery_id && topics.analyses === state.topics.analyses;
  const open = next.open ?? state.open;
  if (same && open === state.open) return;
  state = { topics: same ? state.topics : topics, open };
  for (const watch of watchers) watch();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** In a later task: a page that replaces another takes its topics over without a stream in between. */
function collectTopics(): void {
  setTimeout(() => change({ topics: Object.assign({}, ...wanted.values()) }));
}

/** Holds the stream open while the page is seen. Mounted once, in the top bar. */
export function useLiveStream(): void {
  const topics = useSyncExternalStore(watch, () => state.topics);
  const live = trpc.live.page.useSubscription(topics, {
    // Over HTTP/1.1 a browser has six connections for all tabs of a server: hidden pages hold none.
    enabled: useDocumentVisibility() === 'visible',
    onData: ({ data }) => {
      for (const handle of handlers) handle(data);
    },
    onError: (error) => void checkSessionAfterRefusal(error),
  });
  const open = live.status === 'pending';
  useEffect(() => {
    change({ open });
    return () => change({ open: false });
  }, [open]);
}

/** Calls back for messages about one thing; answers whether the stream is open. */
export function useLiveUpdates<A extends Message['about']>(
  about: A,
  topics: Topics,
  onMessage: (message: About<A>) => void,
): boolean {
  const latest = useRef(onMessage);
  latest.current = onMessage;
  const { gallery_id, analyses } = topics;
  useEffect(() => {
    const key = Symbol();
    const handle: Handler = (message) => {
      if (message.about !== about) return;
      if (message.about === 'gallery' && message.gallery_id !== gallery_id) return;
      latest.current(message as About<A>);
    };
    wanted.set(key, { ...(gallery_id && { gallery_id }), ...(analyses && { analyses }) });
    handlers.add(handle);
    collectTopics();
    return () => {
      wanted.delete(key);
      handlers.delete(handle);
      collectTopics();
    };
  }, [about, gallery_id, analyses]);
  return useSyncExternalStore(watch, () => state.open);
}
