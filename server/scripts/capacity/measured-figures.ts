import type { Results } from '../bench/sections.ts';
import { rowKinds } from '../bench/sizes/season.ts';
import type { Figure } from './assumptions.ts';
import { bytesBesidesRows, bytesOfRow, inBackup, inDatabase } from './measured-sizes.ts';

/** What `npm run bench` writes; of several files the sections are put together. */
export interface BenchFile {
  started: string;
  /** With fewer rounds and smaller sizes. */
  quick?: boolean;
  machine: { processors: number; model: string };
  results: Results;
}

/** The lists that members open, whose time stands for a call. */
const MEMBERS_LISTS = [
  'galleries (12), member',
  'photos (200)',
  'people of a gallery',
  'events (200), upcoming',
];
const SEARCH = 'my photos';
const MILLION = 1e6;

/** Numbers of the bench that the model needs, each a flag as the assumptions are. */
export function measuredFigures({ results }: BenchFile, sourceOf: (section: keyof Results) => string) {
  const { photo, clustering, lists, search, backup, sizes } = results;
  if (!photo || !clustering?.[0] || !lists || !search || !backup || !sizes)
    throw new Error('Sections photo, clustering, lists, search, backup and sizes are needed');
  const from =
    (section: keyof Results) =>
    (unit: string, value: number): Figure => ({ value, unit, source: sourceOf(section) });
  const ofPhoto = from('photo');
  const ofSizes = from('sizes');
  const { renditions, faces, processor } = photo.msPerPhoto;
  const list = (call: string) => lists.figures.find((figure) => figure.call === call)?.medianMs ?? 0;
  const searchMs = search.figures.find(({ call }) => call === SEARCH)?.medianMs ?? 0;
  const grouping = clustering[0];
  const bytes = (kind: Parameters<typeof bytesOfRow>[1]) =>
    ofSizes('bytes in the database', bytesOfRow(sizes, kind, inDatabase));
  const backupBytes = (kind: Parameters<typeof bytesOfRow>[1]) =>
    ofSizes('bytes in a backup', bytesOfRow(sizes, kind, inBackup));
  const index = sizes.flatMap(({ vectorIndexes }) => vectorIndexes).filter(({ type }) => type === 'vector');
  const built = index.reduce((largest, each) => (each.vectors > largest.vectors ? each : largest));
  return {
    renditionsCoreMs: ofPhoto('ms of a core a photo', (processor * renditions) / (renditions + faces)),
    facesCoreMs: ofPhoto('ms of a core a photo', (processor * faces) / (renditions + faces)),
    groupingMsPerThousandFaces: from('clustering')(
      'ms of a core for a gallery of 1,000 faces',
      (grouping.seconds * 1000 * 1000) / grouping.faces,
    ),
    listMs: from('lists')(
      'ms of the database a list',
      MEMBERS_LISTS.reduce((sum, call) => sum + list(call), 0) / MEMBERS_LISTS.length,
    ),
    searchMsPerMillionFaces: from('search')(
      'ms for My photos of one person',
      (searchMs / search.faces) * MILLION,
    ),
    backupMsPerPhoto: from('backup')(
      'ms of the nightly backup and its drill a photo, without new originals, with embeddings of 512 numbers',
      (backup.secondSeconds * 1000) / backup.photos,
    ),
    bytesPerPhoto: bytes('photos'),
    bytesPerFace: { ...bytes('faces'), unit: 'bytes in the database without the embedding' },
    bytesPerPerson: { ...bytes('persons'), unit: 'bytes in the database without the mean of its faces' },
    bytesPerGallery: bytes('galleries'),
    bytesPerMember: bytes('members'),
    bytesPerClub: bytes('clubs'),
    bytesPerNotification: bytes('notifications'),
    bytesOfEmptyDatabase: ofSizes(
      'bytes in the database besides those of rows',
      rowKinds.reduce((sum, kind) => sum + bytesBesidesRows(sizes, kind), 0),
    ),
    backupBytesPerPhoto: backupBytes('photos'),
    backupBytesPerFace: { ...backupBytes('faces'), unit: 'bytes in a backup without the embedding' },
    backupBytesPerPerson: {
      ...backupBytes('persons'),
      unit: 'bytes in a backup without the mean of its faces',
    },
    backupBytesPerGallery: backupBytes('galleries'),
    backupBytesPerMember: backupBytes('members'),
    backupBytesPerClub: backupBytes('clubs'),
    backupBytesPerNotification: backupBytes('notifications'),
    vectorIndexBuildMs: ofSizes('ms a vector, by one process', (built.seconds * 1000) / built.vectors),
    vectorIndexBuiltVectors: ofSizes('vectors, at which that was measured', built.vectors),
  } satisfies Record<string, Figure>;
}

export type MeasuredName = keyof ReturnType<typeof measuredFigures>;
