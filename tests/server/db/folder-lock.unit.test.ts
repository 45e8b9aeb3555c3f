/** @module-tag long */
import { readFileSync, writeFileSync } from 'node:fs';
import { rename, rm, symlink, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StartError } from '#server/config/start-error.ts';
import { lockFolder } from '#server/db/folder-lock.ts';
import { temporaryDataDir } from '#tests/support/server-process.ts';

let path = '';
let remove = async () => {};
beforeEach(async () => {
  const folder = await temporaryDataDir();
  path = join(folder.dataDir, 'database.lock');
  remove = folder.remove;
});
afterEach(() => remove());

const ignore = () => undefined;
const leftBehind = (record: object) => writeFileSync(path, JSON.stringify({ token: 'x', ...record }));

describe('the lock of the data folder', () => {
  it('is refused to a second process while the first lives, naming it', async () => {
    const lock = await lockFolder(path, ignore);
    const second = lockFolder(path, ignore);
    await expect(second).rejects.toThrow(StartError);
    await expect(second).rejects.toThrow(`process ${process.pid}`);
    await lock.release();
    await (await lockFolder(path, ignore)).release();
  });

  it('is taken over from a process that is gone', async () => {
    leftBehind({ pid: 2 ** 22 + 1, host: hostname() });
    await (await lockFolder(path, ignore)).release();
  });

  it('is taken over when another process got the same number since, as in a container after a crash', async () => {
    leftBehind({ pid: process.pid, host: hostname(), began: '1' });
    await (await lockFolder(path, ignore)).release();
  });

  it('is taken over after a reboot', async () => {
    leftBehind({ pid: process.pid, host: hostname(), boot: 'another boot' });
    await (await lockFolder(path, ignore)).release();
  });

  it('of another host counts as long as it shows life', async () => {
    leftBehind({ pid: 1, host: 'elsewhere' });
    await expect(lockFolder(path, ignore)).rejects.toThrow('on elsewhere');
    const longAgo = new Date(Date.now() - 120_000);
    await utimes(path, longAgo, longAgo);
    await (await lockFolder(path, ignore)).release();
  });

  it('is taken over when the file is damaged', async () => {
    writeFileSync(path, '{"pid": 1');
    await (await lockFolder(path, ignore)).release();
  });

  it('goes to exactly one of many that see a dead owner', async () => {
    leftBehind({ pid: 2 ** 22 + 1, host: hostname() });
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(path, ignore)));
    const winners = tries.filter((attempt) => attempt.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    await winners[0]?.value.release();
  });

  it('is not removed by an owner who lost it', async () => {
    const lock = await lockFolder(path, ignore);
    leftBehind({ pid: 1, host: 'elsewhere' });
    await lock.release();
    expect(readFileSync(path, 'utf8')).toContain('elsewhere');
  });

  it('is not given up for a moment in which the file cannot be reached, but is after a minute of them', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'Date'] });
    const onLost = vi.fn();
    const lock = await lockFolder(path, onLost);
    const aside = `${path}.aside`;
    await rename(path, aside);
    await symlink(path, path); // reading it fails, as it does when too many files are open
    const pass = async (seconds: number) => {
      for (let passed = 0; passed < seconds; passed += 5) {
        await vi.advanceTimersByTimeAsync(5_000);
        await delay(20);
      }
    };
    await pass(30);
    expect(onLost).not.toHaveBeenCalled();
    await pass(60);
    expect(onLost).toHaveBeenCalled();
    vi.useRealTimers();
    await rm(path);
    await rename(aside, path);
    await lock.release();
  });

  it('tells its owner when it is gone', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const onLost = vi.fn();
    const lock = await lockFolder(path, onLost);
    leftBehind({ pid: 1, host: 'elsewhere' });
    await vi.advanceTimersByTimeAsync(6_000);
    vi.useRealTimers();
    await vi.waitFor(() => expect(onLost).toHaveBeenCalled());
    await lock.release();
  });
});
