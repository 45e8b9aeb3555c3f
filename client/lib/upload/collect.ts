import { isAccepted } from './accept.ts';

export interface PickedFile {
  file: File;
  /** The path inside the chosen folder, or just the name. */
  path: string;
}

/** Files of an input; with webkitdirectory they carry their path. Others than images are silently left out. */
export function filesOfInput(list: FileList | null): PickedFile[] {
  return [...(list ?? [])]
    .map((file) => ({ file, path: file.webkitRelativePath || file.name }))
    .filter(({ file }) => isAccepted(file));
}

/** Everything that was dropped, folders with all their subfolders included. */
export async function filesOfDrop(data: DataTransfer): Promise<PickedFile[]> {
  // The entries must be taken before the first await: the browser empties the list afterwards.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const found = entries.length
    ? (await Promise.all(entries.map((entry) => walk(entry)))).flat()
    : [...data.files].map((file) => ({ file, path: file.name }));
  return found.filter(({ file }) => isAccepted(file));
}

async function walk(entry: FileSystemEntry): Promise<PickedFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail));
    return [{ file, path: entry.fullPath.replace(/^\//, '') }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: PickedFile[] = [];
  for (;;) {
    // A reader hands out a folder in portions and ends with an empty one.
    const batch = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (batch.length === 0) return found;
    for (const child of batch) found.push(...(await walk(child)));
  }
}
