import type { createImaging } from '#ml/imaging/decoder-pool.ts';
import { createInbox } from '#server/inbox/inbox.ts';
import { PHOTO_LIMITS, type PhotoApp } from './photo-app.ts';

interface TestInbox {
  app: PhotoApp;
  imaging: ReturnType<typeof createImaging>;
  dir: string;
  account: string;
}

/** A hot folder that has looked once, so that its folders are there, and looks again when it is told to. */
export async function openTestInbox({ app, imaging, dir, account }: TestInbox) {
  const files = { store: app.store, imaging, ...PHOTO_LIMITS };
  const inbox = createInbox({ dir, account, keepDays: 7 }, { ctx: app.ctx, files });
  let now = 1_000_000;
  await inbox.look(now);
  /** Looks again after some seconds. */
  const lookIn = (seconds: number) => {
    now += seconds * 1000;
    return inbox.look(now);
  };
  return {
    lookIn,
    /** Two looks, between which nothing has changed. */
    async takeAll() {
      await lookIn(2);
      await lookIn(6);
    },
  };
}
