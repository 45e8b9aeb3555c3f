import type { OpenBackup } from './backup-folder.ts';
import type { NewestBackup } from './find-newest-backup.ts';
import type { Restored } from './restore-backup.ts';

const number = new Intl.NumberFormat('en');
const counted = (count: number, things: string) => `${things}: ${number.format(count)}`;
const PROTECTING =
  'refusals, photos hidden on request or left out, ended share links, removed members and roles, deleted accounts, used invitations';

/** What the operator reads when a backup is restored: what was repeated of later decisions, and what was not. */
export function describeRestore(
  { manifest }: OpenBackup,
  { newest, unreadable }: NewestBackup,
  { repeated, linksOff }: Restored,
  asItWas: boolean,
): string {
  const { created_at, originals } = manifest;
  const lines = [
    `The backup of ${created_at} is restored: ${number.format(originals.files)} photos. Small pictures are made anew when the server runs.`,
    'Everybody has to sign in anew.',
  ];
  if (asItWas) lines.push(...describeAsItWas(created_at, newest));
  else if (newest && repeated) {
    const done = repeated.done.map(([what, count]) => counted(count, what));
    lines.push(
      `Repeated from the newest backup (${newest.manifest.created_at}): ${['erasures', ...done].join('; ')}.`,
      `Not repeated: what was decided after ${newest.manifest.created_at}.`,
      ...describeBack(repeated.back),
    );
    if (repeated.isKeyMissing)
      lines.push(
        'Without the signing secret nobody can tell which deleted photos were hidden before: all that are there again are left out of what people outside see.',
      );
  } else
    lines.push(
      `No newer backup of this installation was found beside it. Not repeated: what was decided after ${created_at}: erasures, ${PROTECTING}.`,
    );
  if (linksOff > 0)
    lines.push(
      `Share links switched off: ${number.format(linksOff)}. No backup is younger than a day, so nobody knows which of them ended. Switch on those that are wanted.`,
    );
  if (unreadable.length > 0)
    lines.push(
      `Not read, because they are damaged or have another passphrase: ${unreadable.join(', ')}. What they say is not repeated.`,
    );
  return lines.join('\n');
}

function describeAsItWas(createdAt: string, newest: OpenBackup | undefined): string[] {
  const erasures = newest
    ? `Erasures were repeated from the newest backup (${newest.manifest.created_at}).`
    : 'No newer backup was found beside it: later erasures were not repeated.';
  return [erasures, `Not repeated, and as they were at ${createdAt}: ${PROTECTING}.`];
}

function describeBack({ photos, clubs }: { photos: number; clubs: number }): string[] {
  const back = [
    ...(photos > 0 ? [counted(photos, 'photos')] : []),
    ...(clubs > 0 ? [counted(clubs, 'clubs, without their members')] : []),
  ];
  return back.length > 0 ? [`There again, although deleted since: ${back.join('; ')}.`] : [];
}
