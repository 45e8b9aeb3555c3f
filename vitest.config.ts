import { defineConfig } from 'vitest/config';

/** Unit tests need no database and no models; integration tests use both, for real. */
export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/{contract,ml,client,unit}/**/*.test.{ts,tsx}', 'tests/server/**/*.unit.test.ts'],
