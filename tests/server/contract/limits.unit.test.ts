import { expect, test } from 'vitest';
import { gap, rowHeight } from '#client/components/photo-grid/justified-rows.ts';
import { buildLabel } from '#client/config/build.ts';
import { limits, renditionSizes } from '#server/contract/limits.ts';

test('limits and defaults are those of the specification', () => {
  expect(limits).toMatchObject({
    usersPerPage: 25,
    eventsPerPage: 12,
    galleriesPerPage: 12,
    photosPerLoad: 200,
    searchMin: 2,
    pickerResults: 10,
    passwordMin: 8,
    generatedPasswordLength: 12,
    usernameMin: 3,
    slugMin: 3,
    eventNameMin: 3,
    uploadConcurrency: 3,
    activeJobs: 100,
    recentJobs: 20,
    pageMax: 500,
  });
  expect(Object.keys(renditionSizes)).toEqual(['small', 'medium', 'large']);
  expect([rowHeight, gap, buildLabel]).toEqual([220, 8, '0.1.0']);
});
