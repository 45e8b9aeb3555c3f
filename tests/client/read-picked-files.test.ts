import { describe, expect, test } from 'vitest';
import { filesOfDrop, filesOfInput } from '#client/lib/upload/read-picked-files.ts';

/** A folder as photographers bring it from a card, a network storage and a Mac. */
const card: Record<string, string | null> = {
  'Turnier/DSC_0001.JPG': null,
  'Turnier/bild.jfif': null,
  'Turnier/bild.jpe': null,
  'Turnier/DSC_0007.HIF': null,
  'Turnier/Samstag/DSC_0002.JPG': null,
  'Turnier/DSC_0005.JPG': 'empty',
  'Turnier/DSC_0001.xmp': 'type',
  'Turnier/MVI_0006.MOV': 'type',
  'Turnier/DSC_0008.NEF': 'type',
  'Turnier/._DSC_0001.JPG': 'system',
  'Turnier/.DS_Store': 'system',
  'Turnier/.picasa.ini': 'system',
  'Turnier/Thumbs.db': 'system',
  'Turnier/desktop.ini': 'system',
};
const systemFolders = [
  'Turnier/@eaDir/',
  'Turnier/__MACOSX/',
  'Turnier/.thumbnails/',
  'Turnier/.picasaoriginals/',
  'Turnier/$RECYCLE.BIN/',
  'Turnier/Samstag/#recycle/',
  'Turnier/System Volume Information/',
  'Turnier/.Trashes/',
];
const files = [
  ...Object.keys(card),
  'Turnier/@eaDir/DSC_0001.JPG/SYNOPHOTO_THUMB_XL.jpg',
  ...systemFolders.map((folder) => `${folder}DSC_0001.JPG`),
];
const contentOf = (path: string) => (card[path] === 'empty' ? [] : ['x']);
const nameOf = (path: string) => path.split('/').at(-1) ?? '';
const taken = Object.keys(card).filter((path) => card[path] === null);
const leftOut = [
  ...Object.entries(card).flatMap(([path, reason]) => (reason ? [{ path, reason }] : [])),
  ...systemFolders.map((path) => ({ path, reason: 'system' })),
];
const byPath = <T extends { path: string }>(list: T[]) =>
  [...list].sort((a, b) => (a.path < b.path ? -1 : 1));

type Fault = 'file' | 'readEntries' | 'webkitGetAsEntry' | 'second batch';
/** What a browser hands out of dropped folders; `fails` says which step fails at which path. */
function dropOf(paths: string[], fails: Partial<Record<Fault, string>> = {}, walked: string[] = []) {
  const entry = (path: string): FileSystemEntry => {
    const below = paths.filter((each) => each.startsWith(`${path}/`));
    const base = { name: nameOf(path), fullPath: `/${path}`, isFile: below.length === 0 };
    if (below.length === 0)
      return {
        ...base,
        file: (done: (file: File) => void, fail: (error: Error) => void) =>
          fails.file === path
            ? fail(new Error('NotReadable'))
            : done(new File(contentOf(path), nameOf(path))),
      } as unknown as FileSystemEntry;
    const children = [
      ...new Set(below.map((each) => `${path}/${each.slice(path.length + 1).split('/')[0]}`)),
    ];
    walked.push(path);
    let batch = 0;
    return {
      ...base,
      createReader: () => ({
        readEntries: (done: (entries: FileSystemEntry[]) => void, fail: (error: Error) => void) => {
          batch += 1;
          if (fails.readEntries === path || (fails['second batch'] === path && batch === 2))
            return fail(new Error('NotReadable'));
          done(children.splice(0, 3).map(entry));
        },
      }),
    } as unknown as FileSystemEntry;
  };
  const tops = [...new Set(paths.map((path) => path.split('/')[0] ?? ''))];
  const items = tops.map((top) => ({
    kind: 'file',
    webkitGetAsEntry: () => {
      if (fails.webkitGetAsEntry === top) throw new Error('NotSupported');
      return entry(top);
    },
    getAsFile: () => (paths.includes(top) ? new File(['x'], top) : null),
  }));
  return { items, files: [] } as unknown as DataTransfer;
}

describe('a folder from a card', () => {
  test('is sorted when it is dropped; folders of systems are not walked', async () => {
    const walked: string[] = [];
    const picked = await filesOfDrop(dropOf(files, {}, walked));
    expect(byPath(picked.files).map(({ path }) => path)).toEqual([...taken].sort());
    expect(byPath(picked.leftOut)).toEqual(byPath(leftOut));
  });

  test('is sorted the same when it is chosen', () => {
    const list = files.map((path) =>
      Object.assign(new File(contentOf(path), nameOf(path)), { webkitRelativePath: path }),
    );
    for (const file of list)
      Object.defineProperty(file, 'webkitRelativePath', { value: file.webkitRelativePath });
    const picked = filesOfInput(list as unknown as FileList);
    expect(byPath(picked.files).map(({ path }) => path)).toEqual([...taken].sort());
    expect(byPath(picked.leftOut)).toEqual(byPath(leftOut));
  });

  test('is meant when it is chosen itself, whatever it is called', async () => {
    const picked = await filesOfDrop(dropOf(['.thumbnails/a.jpg', '@eaDir/b.jpg']));
    expect(picked.files).toHaveLength(2);
  });
});

describe('what cannot be read is told, and the others are taken', () => {
  const paths = ['a.jpg', 'b.jpg', 'F/1.jpg', 'F/2.jpg', 'F/3.jpg', 'F/4.jpg', 'F/G/5.jpg'];
  test.each([
    ['file', 'b.jpg', ['b.jpg'], ['b.jpg']],
    ['file', 'F/2.jpg', ['F/2.jpg'], ['F/2.jpg']],
    ['readEntries', 'F', ['F/'], ['F/1.jpg', 'F/2.jpg', 'F/3.jpg', 'F/4.jpg', 'F/G/5.jpg']],
    ['readEntries', 'F/G', ['F/G/'], ['F/G/5.jpg']],
    ['second batch', 'F', ['F/'], ['F/4.jpg', 'F/G/5.jpg']],
    ['webkitGetAsEntry', 'a.jpg', [], []],
  ] as const)('where %s fails at %s', async (fault, path, told, missing) => {
    const picked = await filesOfDrop(dropOf(paths, { [fault]: path }));
    expect(picked.leftOut).toEqual(told.map((each) => ({ path: each, reason: 'unreadable' })));
    expect(byPath(picked.files).map((each) => each.path)).toEqual(
      paths.filter((each) => !(missing as readonly string[]).includes(each)).sort(),
    );
  });
});
