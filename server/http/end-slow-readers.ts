import type { Server, ServerResponse } from 'node:http';

/** An answer of which fewer bytes than this are taken in a period, while more wait, is ended: it holds a file and memory. */
const PROGRESS = { everyMs: 30_000, bytes: 8 * 1024 };

/** Ends answers that nobody reads, after one to two periods. Answers that wait for their next bytes are left alone. */
export function endSlowReaders(server: Server, progress = PROGRESS): void {
  server.on('request', (_req, res: ServerResponse) => {
    let taken = bytesTaken(res);
    const timer = setInterval(() => {
      const now = bytesTaken(res);
      const isWaiting = (res.socket?.writableLength ?? 0) > 0;
      if (isWaiting && now - taken < progress.bytes) res.socket?.destroy();
      taken = now;
    }, progress.everyMs);
    timer.unref();
    res.once('close', () => clearInterval(timer));
  });
}

/** Bytes that the system has taken from us for this connection. */
const bytesTaken = ({ socket }: ServerResponse): number =>
  socket ? socket.bytesWritten - socket.writableLength : 0;
