/**
 * Sections of the texts that the first visit needs: of the shell, of sign-in and registration, and of the dashboard. All
 * others come with the first screen that is opened after it. first-sections.test checks the list.
 */
export const firstSections: readonly string[] = [
  'common',
  'dashboard',
  'errors',
  'events',
  'failed',
  'galleries',
  'keyboard_shortcuts',
  'login',
  'notifications',
  'profile',
  'register',
  'session',
  'shell',
  'signed_out',
  'unsaved',
  'upload',
  'validation',
];
