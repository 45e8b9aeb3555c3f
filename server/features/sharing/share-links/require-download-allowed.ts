import { AppError } from '#server/contract/app-error.ts';

/** Originals are sent only by links that allow it. @throws AppError link_download_forbidden */
export function requireDownloadAllowed(link: { allow_download: boolean }): void {
  if (!link.allow_download) throw new AppError('link_download_forbidden');
}
