import type { ErrorCode } from '#server/contract/error-codes.ts';

interface ImportUse {
  undone_at: Date | null;
  /** Somebody has accepted an invitation of it. */
  isUsed: boolean;
  /** Invitations it made, and those that were not erased long after their end. */
  made: number;
  kept: number;
}

/** Why an import cannot be undone; null: it can. */
export function undoRefusal({ undone_at, isUsed, made, kept }: ImportUse): ErrorCode | null {
  if (undone_at) return 'member_import_undone';
  return isUsed || kept < made ? 'member_import_used' : null;
}
