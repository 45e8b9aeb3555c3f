export interface Figure {
  value: number;
  unit: string;
  /** Why this value, or where it was measured. */
  source: string;
}

/** Of no offer in particular: between rented machines and the list prices of large clouds. */
const PRICE = 'a round price of November 2026, without tax; replace it by your own';
const HABIT = 'assumed';

/** Every number that was not measured. Each is a flag of `npm run capacity`, such as `--members-per-club 150`. */
export const assumptions = {
  clubs: { value: 1, unit: 'clubs', source: 'of the installation' },
  photosPerWeek: { value: 400, unit: 'photos a club and week', source: 'two matches of youth teams' },
  weeksPerYear: { value: 44, unit: 'weeks', source: 'a year without holidays' },
  years: {
    value: 3,
    unit: 'years',
    source: 'sizes and limits are those after so many years; nothing is deleted',
  },
  membersPerClub: { value: 100, unit: 'accounts', source: HABIT },
  galleriesPerWeek: { value: 2, unit: 'galleries a club and week', source: HABIT },
  facesPerPhoto: { value: 3, unit: 'faces', source: HABIT },
  facesPerPerson: { value: 10, unit: 'faces of one person in a gallery', source: HABIT },
  publicShare: {
    value: 0.1,
    unit: 'of all galleries',
    source: 'assumed: public ones are searched for every family',
  },

  eveningShare: {
    value: 0.5,
    unit: 'of a week’s photos',
    source: 'assumed: the busier of Saturday and Sunday evening',
  },
  uploadHours: { value: 3, unit: 'hours', source: 'in which the photos of that evening come' },
  foundWithinHours: {
    value: 2,
    unit: 'hours',
    source: 'after the last upload, everybody’s photos are found',
  },
  groupingsPerGallery: { value: 3, unit: 'groupings', source: 'of one gallery while its photos come' },
  busyShare: { value: 0.7, unit: 'of the time of a core', source: 'planned to be used; the rest is reserve' },

  visitingShare: {
    value: 0.5,
    unit: 'of all members',
    source: 'assumed: visit within the hours of the upload',
  },
  callsPerVisit: { value: 20, unit: 'calls of lists', source: HABIT },
  picturesPerVisit: { value: 60, unit: 'pictures', source: HABIT },
  webMsPerRequest: {
    value: 4,
    unit: 'ms of a core',
    source: 'assumed: rights, and the sending of a list or picture',
  },
  pictureKb: { value: 60, unit: 'kB a picture', source: 'small and medium ones of a gallery, mixed' },
  originalMb: { value: 5, unit: 'MB', source: 'a JPEG of 12 to 24 megapixels' },
  renditionsMb: { value: 0.5, unit: 'MB', source: 'small, medium and large JPEG of one photo' },

  embeddedPhotos: { value: 300_000, unit: 'photos', source: '“some hundred thousand”, see What it promises' },
  coresPerProcess: { value: 4, unit: 'cores', source: 'of a machine that runs one web or worker process' },
  machineCores: { value: 16, unit: 'cores', source: 'of the largest machine that does everything' },
  machineDiskTb: { value: 16, unit: 'TB', source: 'one volume of most providers' },
  networkGbit: { value: 10, unit: 'Gbit/s', source: 'what the web processes of one place send and receive' },
  databaseCores: { value: 64, unit: 'cores', source: 'of the largest database server' },
  databaseMemoryGb: { value: 512, unit: 'GB', source: 'of the largest database server' },
  databaseVolumeTb: { value: 16, unit: 'TB', source: 'one volume of most providers' },
  databaseConnections: {
    value: 400,
    unit: 'connections',
    source: 'max_connections; Postgres itself starts with 100',
  },
  databaseReserve: {
    value: 1.4,
    unit: 'times the packed size',
    source: 'rows changed since the last vacuum, half full pages',
  },
  hotShare: {
    value: 0.2,
    unit: 'of the database',
    source: 'assumed: read every day, so it should be in memory',
  },
  backupHours: { value: 8, unit: 'hours', source: 'of a night, for the backup and its drill' },
  copyMbPerSecond: { value: 100, unit: 'MB/s', source: 'new originals into the backup' },
  searchSeconds: { value: 3, unit: 'seconds', source: 'a family waits for My photos no longer' },
  embeddingLength: { value: 128, unit: 'numbers', source: 'MobileFaceNet; EdgeFace-XS has 512' },

  priceCore: { value: 15, unit: '€ a core with 4 GB and month', source: PRICE },
  priceDatabaseGb: { value: 5, unit: '€ a GB of memory and month', source: PRICE },
  priceDatabaseTb: { value: 100, unit: '€ a TB of SSD and month', source: PRICE },
  priceStoreTb: { value: 20, unit: '€ a TB of objects and month', source: PRICE },
  priceTrafficTb: { value: 20, unit: '€ a TB sent', source: PRICE },
} satisfies Record<string, Figure>;

export type AssumptionName = keyof typeof assumptions;
