import { StartError } from '#server/config/start-error.ts';
import { AppError } from '#server/contract/app-error.ts';

/** Why a backup or a restore was refused, in words for the operator: shown as one line, without a stack. */
export class BackupError extends StartError {
  override name = 'BackupError';
  /** Whether a passphrase would help. */
  readonly needsPassphrase: boolean;
  /** Whether it is enough to wait. */
  readonly isAnotherRunning: boolean;

  constructor(
    message: string,
    options: ErrorOptions & { needsPassphrase?: boolean; isAnotherRunning?: boolean } = {},
  ) {
    super(message, options);
    this.needsPassphrase = options.needsPassphrase ?? false;
    this.isAnotherRunning = options.isAnotherRunning ?? false;
  }
}

/** For what throws where the disk has no room left. */
export const noRoomIn =
  (folder: string) =>
  (cause: unknown): never => {
    if (!(cause instanceof AppError && cause.code === 'storage_full')) throw cause;
    throw new BackupError(`The disk of ${folder} has no room left for a backup.`, { cause });
  };
