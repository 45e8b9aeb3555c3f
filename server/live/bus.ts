import { EventEmitter } from 'node:events';

/** What changed in a gallery. `guest_photos`: those that wait; only those who decide about them are told. */
export type GalleryChange = 'progress' | 'people' | 'photos' | 'guest_photos';

/**
 * The open pages of these users ask anew who they are and what they may do. Called after the commit of whatever writes
 * memberships, roles or accounts.
 */
export function publishRights(bus: Pick<Bus, 'publish'>, userIds: Iterable<string>): void {
  for (const id of new Set(userIds)) bus.publish({ topic: `user:${id}`, kind: 'session' });
}

/** The messages of live updates. They hold ids and numbers only: the receiver queries the rest with its own rights. */
export type LiveMessage =
  | { topic: `user:${string}`; kind: 'notification' | 'session' | 'members' }
  | { topic: `gallery:${string}`; kind: GalleryChange }
  | { topic: 'jobs' | 'settings'; kind: 'changed' }
  | { topic: 'analyses'; kind: 'asked' };
export type Topic = LiveMessage['topic'];

/**
 * Tells open pages that something changed. The embedded database has one process, so messages travel in
 * memory; on a database server a relay carries them between processes (see postgres-relay.ts).
 */
export interface Bus {
  publish(message: LiveMessage): void;
  subscribe(topic: Topic, listener: (message: LiveMessage) => void): () => void;
}

declare module '#server/app-context.ts' {
  interface AppContext {
    bus: Bus;
  }
}

export type Relay = { send(message: LiveMessage): void };

export class MemoryBus implements Bus {
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  #relay: Relay | undefined;

  /** Messages go to the other processes, too, from now on. */
  connect(relay: Relay): void {
    this.#relay = relay;
  }

  publish(message: LiveMessage): void {
    this.deliver(message);
    this.#relay?.send(message);
  }

  /** Hands a message to the listeners of this process only. */
  deliver(message: LiveMessage): void {
    this.#emitter.emit(message.topic, message);
  }

  subscribe(topic: Topic, listener: (message: LiveMessage) => void): () => void {
    this.#emitter.on(topic, listener);
    return () => this.#emitter.off(topic, listener);
  }
}

/**
 * Listens from now on: what is said before the first message is asked for is not lost. `messages` ends with the signal; bursts
 * collapse into one message. `stop` has to be called at the end.
 */
export function listen(
  bus: Bus,
  topics: Topic[],
  signal: AbortSignal,
): { messages: AsyncGenerator<LiveMessage>; stop(): void } {
  const waiting = new Map<string, LiveMessage>();
  let wake = () => {};
  const receive = (message: LiveMessage) => {
    waiting.set(`${message.topic} ${message.kind}`, message);
    wake();
  };
  const stops = topics.map((topic) => bus.subscribe(topic, receive));
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort);
  async function* messages() {
    while (!signal.aborted) {
      if (waiting.size === 0) await new Promise<void>((resolve) => (wake = resolve));
      const received = [...waiting.values()];
      waiting.clear();
      yield* received;
    }
  }
  return {
    messages: messages(),
    stop() {
      signal.removeEventListener('abort', onAbort);
      for (const stop of stops) stop();
    },
  };
}
