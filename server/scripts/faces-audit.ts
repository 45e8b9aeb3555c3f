/** `npm run faces:audit [-- --fix] [--checksums]`: looks for problems in rows, files and queue, and repairs what can be repaired. */
import { auditDatabase } from './support/audit-database.ts';
import { auditFiles } from './support/audit-files.ts';
import { reportProblems } from './support/report-problems.ts';
import { asCommand, OperatorError, withInstallation } from './support/run-operator-command.ts';

const OPTIONS = ['--fix', '--checksums'];

await asCommand(() => {
  const asked = process.argv.slice(2);
  const unknown = asked.filter((option) => !OPTIONS.includes(option));
  if (unknown.length > 0)
    throw new OperatorError(`Unknown: ${unknown.join(' ')}. Known: ${OPTIONS.join(' ')}`);
  return withInstallation(async ({ db, store }) => {
    const problems = [
      ...(await auditFiles(db, store, asked.includes('--checksums'))),
      ...(await auditDatabase(db)),
    ];
    const left = await reportProblems(problems, asked.includes('--fix'));
    console.log(left === 0 ? 'In order.' : `${left} kinds of problems are left.`);
    return left === 0 ? 0 : 1;
  });
});
