/** The part of `npm run check` that the linter cannot do: prints each import that crosses a module boundary. */
import { findViolations } from './find-violations.ts';

const violations = findViolations();
for (const violation of violations) console.error(violation);
process.exitCode = violations.length > 0 ? 1 : 0;
