import { readlinkSync } from 'node:fs';
import os from 'node:os';

/** A thread of this niceness gets a tenth of a core that others want, too, and a whole one where nobody does. */
const NICENESS = 10;

/**
 * Lets everything else on the machine go before the calling thread: who uploads waits for an answer. Linux alone has a
 * priority for each thread; elsewhere, and where the system refuses it, recognition has the share of any thread.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    os.setPriority(currentThread(), NICENESS);
  } catch (error) {
    if (!('syscall' in (error as NodeJS.ErrnoException))) throw error;
  }
}

/** The number by which the kernel knows the calling thread: `/proc/thread-self` is `<process>/task/<thread>`. */
export const currentThread = (): number => Number(readlinkSync('/proc/thread-self').split('/').at(-1));
