/** Exit code for "cannot start like this": starting again, as the launcher does after a crash, would not help (sysexits EX_CONFIG). */
export const EXIT_CANNOT_START = 78;

/** Foreseeable trouble at start (settings, lock, port, disk): shown to the operator as one line, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

/** What to say when HOST is a name that leads to no address, or one that cannot be looked up; other errors stay as they are. */
export function cannotListen(error: unknown, host: string): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  return ['ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code)
    ? new StartError(`HOST ${host} is not an address of this machine.`)
    : error;
}

/**
 * The one line for the operator when the start failed for a known reason, or undefined when the error is a surprise
 * that deserves its stack.
 */
export function describeStartError(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message;
  if (!(error instanceof Error)) return undefined;
  const { code, address, port, path } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port ?? ''} on ${address ?? 'this host'} is taken by another program. Set PORT to a free one.`;
    case 'EADDRNOTAVAIL':
      return `HOST ${address ?? ''} is not an address of this machine.`;
    case 'ENOSPC':
      return 'The disk is full. Make room and start again; nothing stored so far is lost.';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return port === undefined
        ? `No permission to write ${path ?? 'the data folder'}. Check the owner of DATA_DIR.`
        : `No permission to listen on port ${port}. Choose a PORT above 1023.`;
    default:
      return undefined;
  }
}
