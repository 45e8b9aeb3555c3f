import { describe, expect, test } from 'vitest';
import { gap, targetRowHeight } from '#client/components/photo-grid/justified-rows.ts';
import { visiblePageNumbers } from '#client/features/accounts/users/components/visible-page-numbers.ts';
import { buildLabel } from '#client/lib/build-label.ts';
import { generatePassword } from '#client/lib/generate-password.ts';
import { uploadConcurrency } from '#client/lib/upload/upload-concurrency.ts';
import { zoomToFace } from '#client/lib/zoom-to-face.ts';
import { inputLimits } from '#server/contract/input-limits.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import { renditionSizes } from '#server/contract/rendition-sizes.ts';
import { clubListInput } from '#server/contract/schemas/clubs.ts';
import { eventListInput } from '#server/contract/schemas/events.ts';
import { createGalleryInput, galleryListInput } from '#server/contract/schemas/galleries.ts';
import { activeAnalysesInput, recentAnalysesInput } from '#server/contract/schemas/photo-analyses.ts';
import { photoListInput } from '#server/contract/schemas/photos.ts';
import { registerInput, userListInput } from '#server/contract/schemas/users.ts';

/** The numbers of the specification, section 9. They were agreed. */
describe('numbers that were agreed', () => {
  test.each([
    ['clubs', clubListInput, {}, { limit: 500, offset: 0 }],
    ['events', eventListInput, {}, { limit: 200, offset: 0 }],
    ['galleries', galleryListInput, {}, { limit: 12, offset: 0 }],
    ['photos', photoListInput, { gallery_id: 'g' }, { limit: 200, offset: 0 }],
    ['users', userListInput, {}, { page: 1, per_page: 25 }],
    ['active jobs', activeAnalysesInput, {}, { limit: 100 }],
    ['recent jobs', recentAnalysesInput, {}, { limit: 20 }],
  ])('a list of %s without any input', (_name, schema, input, expected) => {
    expect(schema.parse(input)).toMatchObject(expected);
  });

  test.each([
    ['limit', 0],
    ['limit', 501],
    ['limit', 1e9],
    ['limit', 1.5],
    ['limit', 'ten'],
    ['offset', -1],
  ])('a page with %s %s is refused', (field, value) => {
    expect(eventListInput.safeParse({ [field]: value }).success).toBe(false);
  });

  test('lengths, page sizes and counts', () => {
    expect(inputLimits).toMatchObject({
      usernameMin: 3,
      slugMin: 3,
      eventNameMin: 3,
      accountPasswordMin: 8,
      searchMin: 2,
    });
    expect(listSizes).toMatchObject({
      max: 500,
      users: 25,
      events: 12,
      galleries: 12,
      photos: 200,
      activeAnalyses: 100,
      recentAnalyses: 20,
      pickerResults: 10,
      galleryPickerResults: 20,
    });
    expect(uploadConcurrency).toBe(3);
    expect(Object.keys(renditionSizes)).toEqual(['small', 'medium', 'large']);
    expect([targetRowHeight, gap, buildLabel]).toEqual([220, 8, '0.1.0']);
  });

  test('a gallery is restricted to clubs unless the request names another visibility', () => {
    const gallery = { name: 'G', event_id: 'e', photographer_id: 'p' };
    expect(createGalleryInput.parse(gallery).visibility).toBe('club_restricted');
  });

  test('an account needs a name of three letters and a password of eight', () => {
    const account = { username: 'ann', email: 'ann@example.org', password: '12345678', first_name: 'Ann' };
    expect(registerInput.safeParse(account).success).toBe(true);
    expect(registerInput.safeParse({ ...account, username: 'an' }).success).toBe(false);
    expect(registerInput.safeParse({ ...account, password: '1234567' }).success).toBe(false);
  });

  test('a generated password has twelve characters, none of which looks like another', () => {
    const passwords = Array.from({ length: 200 }, () => generatePassword());
    for (const password of passwords) expect(password).toMatch(/^[A-HJ-NP-Za-kmnp-z2-9!@#$%]{12}$/);
    expect(new Set(passwords).size).toBe(passwords.length);
  });

  test('the pagination of users shows at most five pages, with the current one among them', () => {
    expect(visiblePageNumbers(1, 1)).toEqual([1]);
    expect(visiblePageNumbers(1, 9)).toEqual([1, 2, 3, 4, 5]);
    expect(visiblePageNumbers(5, 9)).toEqual([3, 4, 5, 6, 7]);
    expect(visiblePageNumbers(9, 9)).toEqual([5, 6, 7, 8, 9]);
  });

  test('a face is enlarged to between 130 and 320 percent', () => {
    const zoom = (w: number, h: number) => zoomToFace(4_000, 3_000, { x: 0.4, y: 0.4, w, h }).zoom;
    expect(zoom(0.9, 0.9)).toBe(1.3);
    expect(zoom(0.01, 0.01)).toBe(3.2);
    const between = zoom(0.2, 0.25);
    expect(between).toBeGreaterThan(1.3);
    expect(between).toBeLessThan(3.2);
  });
});
