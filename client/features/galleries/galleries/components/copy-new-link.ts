import type { TFunction } from 'i18next';
import { copyText } from '#client/lib/copy-text.ts';
import { toast } from '#client/lib/toast.ts';

/** Copies a link that was made, and says so. */
export async function copyNewLink(t: TFunction, url: string): Promise<void> {
  toast.success(t((await copyText(url)) ? 'share_links.made_and_copied' : 'share_links.made'));
}
