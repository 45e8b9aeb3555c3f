/** How many files are uploaded at once. */
export const uploadConcurrency = 3;
