import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Right-to-left languages need logical CSS properties: left and right are forbidden. */
const root = join(import.meta.dirname, '../../client');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
const linesOf = (kind: RegExp) =>
  files
    .filter((file) => kind.test(file))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .map((line) => `${file}: ${line.trim()}`),
    );

/** Exceptions, each with its reason. */
const allowed = new Set([
  // The fading lines of the pitch are a drawing, independent of the writing direction.
  'app/layouts/signed-out-layout.module.css: mask-image: linear-gradient(to top right, rgb(0 0 0 / 0.15) 25%, #000 70%);',
]);

const physical = [
  /(?:^|[\s;{])(?:left|right)\s*:/,
  /(?:margin|padding|border|inset|scroll-margin|scroll-padding)-(?:left|right)\b/,
  /border-(?:top|bottom)-(?:left|right)-radius/,
  /(?:text-align|float|clear)\s*:\s*(?:left|right)\b/,
  /\bto (?:top |bottom )?(?:left|right)\b/,
];
/** Four values of which the second (right) and the fourth (left) differ. */
const lopsided = /^(?:margin|padding|inset|border-width)\s*:\s*(\S+) (\S+) (\S+) (\S+);$/;

describe('the direction of writing', () => {
  it('is respected by every style', () => {
    const broken = linesOf(/\.css$/).filter((line) => {
      const rule = line.slice(line.indexOf(': ') + 2);
      const four = lopsided.exec(rule);
      return physical.some((one) => one.test(rule)) || (four && four[2] !== four[4]);
    });
    expect(broken.filter((line) => !allowed.has(line))).toEqual([]);
  });

  it('is respected by every component', () => {
    const props = /\s(?:ml|mr|pl|pr|left|right)=[{"]|(?:margin|padding|border|inset)(?:Left|Right)\b/;
    expect(linesOf(/\.tsx$/).filter((line) => props.test(line))).toEqual([]);
  });
});
