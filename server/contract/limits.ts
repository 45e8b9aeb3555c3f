/** Every limit and default the specification or the contract names, once, for server and client alike. */
export const limits = {
  nameMax: 200,
  descriptionMax: 5_000,
  usernameMin: 3,
  usernameMax: 50,
  emailMax: 254,
  passwordMin: 8,
  passwordMax: 128,
  slugMin: 3,
  eventNameMin: 3,
  searchMin: 2,
  searchMax: 200,
  pageMax: 500,
  bulkMax: 1_000,
  /** Photos chosen for one download; more come with the whole gallery. */
  downloadMax: 5_000,
  usersPerPage: 25,
  eventsPerPage: 12,
  galleriesPerPage: 12,
  photosPerLoad: 200,
  activeJobs: 100,
  recentJobs: 20,
  pickerResults: 10,
  galleryPickerResults: 20,
  uploadConcurrency: 3,
  generatedPasswordLength: 12,
} as const;

/** Long sides of the derived pictures, in pixels. Plain JPEG, upright, sRGB, never enlarged. */
export const renditionSizes = { small: 320, medium: 800, large: 1600 } as const;
export type RenditionSize = keyof typeof renditionSizes;
