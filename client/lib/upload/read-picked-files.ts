import { isAccepted } from './is-accepted-file.ts';

export interface PickedFile {
  file: File;
  /** The path inside the chosen folder, or just the name. */
  path: string;
}

/**
 * Why something is not uploaded: no picture of an accepted type; empty; a file or folder that systems and programs keep for
 * themselves, such as thumbnails, forks and what was deleted; or it could not be read.
 */
type LeftOutReason = 'type' | 'empty' | 'system' | 'unreadable';
export interface LeftOut {
  path: string;
  reason: LeftOutReason;
}

/** What was picked: files that look like pictures, and the others. */
export interface Picked {
  files: PickedFile[];
  leftOut: LeftOut[];
}

/** Folders of network storage, cameras and systems, in small letters. Those whose name begins with a dot are left out too. */
const systemFolders = new Set([
  '__macosx',
  '@eadir',
  '@recycle',
  '@recently-snapshot',
  '#recycle',
  '#snapshot',
  '$recycle.bin',
  'recycler',
  'system volume information',
  'lost+found',
  'lost.dir',
  'network trash folder',
  'temporary items',
]);
const systemFiles = new Set(['thumbs.db', 'ehthumbs.db', 'desktop.ini', 'icon\r']);

const isSystemFolder = (name: string) => name.startsWith('.') || systemFolders.has(name.toLowerCase());
const isSystemFile = (name: string) => name.startsWith('.') || systemFiles.has(name.toLowerCase());

/** @param found each file once, with what could not be read */
function sorted(found: PickedFile[], leftOut: LeftOut[] = []): Picked {
  const picked: Picked = { files: [], leftOut: [...leftOut] };
  for (const { file, path } of found) {
    const reason = reasonFor(file);
    if (reason) picked.leftOut.push({ path, reason });
    else picked.files.push({ file, path });
  }
  return picked;
}

function reasonFor(file: File): LeftOutReason | undefined {
  if (isSystemFile(file.name)) return 'system';
  if (!isAccepted(file)) return 'type';
  return file.size === 0 ? 'empty' : undefined;
}

/** Files of a file input, with their path if a folder was chosen. Of a system folder only its name is told. */
export function filesOfInput(list: FileList | null): Picked {
  const found: PickedFile[] = [];
  const folders = new Set<string>();
  for (const file of list ?? []) {
    const path = file.webkitRelativePath || file.name;
    const parts = path.split('/');
    // The folder that was chosen is meant, whatever it is called.
    const at = parts.findIndex(
      (name, index) => index > 0 && index < parts.length - 1 && isSystemFolder(name),
    );
    if (at === -1) found.push({ file, path });
    else folders.add(`${parts.slice(0, at + 1).join('/')}/`);
  }
  return sorted(
    found,
    [...folders].map((path) => ({ path, reason: 'system' })),
  );
}

/** Dropped files, including those in folders and subfolders. What cannot be read is told, and the others are taken. */
export async function filesOfDrop(data: DataTransfer): Promise<Picked> {
  // Everything must be read before the first await: the browser empties the list afterwards.
  const dropped = [...data.items].flatMap((item) => {
    const entry = entryOf(item);
    const file = entry ? null : item.getAsFile();
    return entry ?? file ?? [];
  });
  const files = dropped.length === 0 ? [...data.files] : [];
  const found: PickedFile[] = [];
  const leftOut: LeftOut[] = [];
  for (const each of [...dropped, ...files])
    if (each instanceof File) found.push({ file: each, path: each.name });
    else await walk(each, found, leftOut);
  return sorted(found, leftOut);
}

function entryOf(item: DataTransferItem): FileSystemEntry | null {
  try {
    return item.webkitGetAsEntry();
  } catch {
    return null; // the file itself is asked for
  }
}

async function walk(
  entry: FileSystemEntry,
  found: PickedFile[],
  leftOut: LeftOut[],
  depth = 0,
): Promise<void> {
  const path = entry.fullPath.replace(/^\//, '') || entry.name;
  if (!entry.isFile && depth > 0 && isSystemFolder(entry.name)) {
    leftOut.push({ path: `${path}/`, reason: 'system' });
    return;
  }
  try {
    if (entry.isFile) {
      const file = await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail));
      found.push({ file, path });
      return;
    }
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    for (;;) {
      // readEntries returns a folder in batches; an empty batch ends it.
      const batch = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
      if (batch.length === 0) return;
      for (const child of batch) await walk(child, found, leftOut, depth + 1);
    }
  } catch {
    leftOut.push({ path: entry.isFile ? path : `${path}/`, reason: 'unreadable' });
  }
}
