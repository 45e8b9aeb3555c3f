import { isAccepted } from './is-accepted-file.ts';

export interface PickedFile {
  file: File;
  /** The path inside the chosen folder, or just the name. */
  path: string;
}

/** What was picked: files that look like pictures, and the names of the others. */
export interface Picked {
  files: PickedFile[];
  leftOut: string[];
}

const sorted = (found: PickedFile[]): Picked => ({
  files: found.filter(({ file }) => isAccepted(file)),
  leftOut: found.filter(({ file }) => !isAccepted(file)).map(({ file }) => file.name),
});

/** Files of a file input, with their path if a folder was chosen. */
export function filesOfInput(list: FileList | null): Picked {
  return sorted([...(list ?? [])].map((file) => ({ file, path: file.webkitRelativePath || file.name })));
}

/** Dropped files, including those in folders and subfolders. */
export async function filesOfDrop(data: DataTransfer): Promise<Picked> {
  // The entries must be read before the first await: the browser empties the list afterwards.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const found = entries.length
    ? (await Promise.all(entries.map((entry) => walk(entry)))).flat()
    : [...data.files].map((file) => ({ file, path: file.name }));
  return sorted(found);
}

async function walk(entry: FileSystemEntry): Promise<PickedFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail));
    return [{ file, path: entry.fullPath.replace(/^\//, '') }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: PickedFile[] = [];
  for (;;) {
    // readEntries returns a folder in batches; an empty batch ends it.
    const batch = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (batch.length === 0) return found;
    for (const child of batch) found.push(...(await walk(child)));
  }
}
