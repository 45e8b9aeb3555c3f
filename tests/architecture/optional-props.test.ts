import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** An optional prop that nobody passes is a way of using a component that no screen has. */
const sources = readdirSync('client', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => readFileSync(join('client', name), 'utf8'));

/** The attributes of every element of a component, as they are written. */
function attributesOf(component: string): string[] {
  return sources.flatMap((source) =>
    [...source.matchAll(new RegExp(`<${component}(?:<[\\w.]+>)?(?=[\\s/>])`, 'g'))].map(
      ({ index, 0: start }) => {
        let depth = 0;
        let at = index + start.length;
        for (; depth > 0 || source[at] !== '>'; at += 1) {
          if (source[at] === '{') depth += 1;
          if (source[at] === '}') depth -= 1;
        }
        return source.slice(index + start.length, at);
      },
    ),
  );
}

/** The optional props that a component declares, by its name. */
function optionalProps(source: string): [component: string, props: string[]][] {
  return [...source.matchAll(/interface (\w+)Props(?:<[^{]*>)?[^{]*\{\n([\s\S]*?)\n\}/g)].map(
    ([, component = '', body = '']) => [
      component,
      [...body.matchAll(/^ {2}(\w+)\?:/gm)]
        .map(([, prop = '']) => prop)
        .filter((prop) => prop !== 'children'),
    ],
  );
}

test('every optional prop of a component is passed somewhere', () => {
  const unused = sources.flatMap(optionalProps).flatMap(([component, props]) => {
    const elements = attributesOf(component);
    // A component that is passed on as a value gets its props elsewhere.
    if (elements.length === 0 || elements.some((attributes) => attributes.includes('{...'))) return [];
    return props
      .filter(
        (prop) => !elements.some((attributes) => new RegExp(`\\s${prop}(?=[\\s=/]|$)`).test(attributes)),
      )
      .map((prop) => `${component}.${prop}`);
  });
  expect(unused).toEqual([]);
});
