import type { Server } from 'node:http';

/**
 * Lets programs that ask before they send a body (Expect: 100-continue) wait for the answer of the door for WebDAV, which looks at the
 * key first. Everybody else is told at once to go on, as Node does by itself.
 */
export function askBeforeBodies(server: Server): void {
  server.on('checkContinue', (req, res) => {
    if (!/^\/dav(\/|$)/.test(req.url ?? '')) res.writeContinue();
    server.emit('request', req, res);
  });
}
