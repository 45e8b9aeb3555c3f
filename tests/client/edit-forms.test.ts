import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { appRouter } from '#server/app-router.ts';

/** What calls a procedure that asks what was seen, and says nothing of it. */
const without: Record<string, string> = {
  'client/features/galleries/galleries/components/share-link-actions.tsx': 'a switch has one other state',
  'client/features/galleries/galleries/components/share-dialog.tsx':
    'switches a link on: there is one other state',
  'client/features/galleries/events/components/ask-for-past-events.tsx': 'allows: there is one other state',
  'client/features/accounts/notifications/components/notification-row.tsx': 'the same',
  'client/features/administration/dashboard/components/first-steps-card.tsx': 'the same',
  'client/app/routes/gallery/use-set-cover.ts': 'one choice, made on the photo itself',
  'client/app/routes/gallery/gallery-menu.tsx': 'one choice: no cover',
};

const files = new Map<string, string>();
for (const name of readdirSync('client', { recursive: true, encoding: 'utf8' }))
  if (/\.tsx?$/.test(name)) files.set(`client/${name}`, readFileSync(`client/${name}`, 'utf8'));

const procedures = appRouter._def.procedures as unknown as Record<
  string,
  { _def: { inputs: { shape?: object }[] } }
>;
const editing = Object.entries(procedures)
  .filter(([, { _def }]) => _def.inputs.some(({ shape }) => shape && 'seen' in shape))
  .map(([name]) => name);

/** Those that call a procedure: by the hook in which the mutation stands, or themselves. */
function callersOf(name: string): string[] {
  const asked = [...files].filter(([, text]) => text.includes(`trpc.${name}.useMutation`));
  return asked.flatMap(([file, text]) => {
    const before = text.slice(0, text.indexOf(`trpc.${name}.useMutation`));
    const hook = /.*export (?:function|const) (use\w+)/s.exec(before)?.[1];
    if (!hook) return [file];
    // Hooks answer one mutation, or several by their names.
    const mutation = /(\w+)(?:: | = )$/.exec(before)?.[1];
    const call = mutation ? `${mutation}.mutate` : `${hook}(`;
    const users = [...files].filter(
      ([other, code]) => other !== file && code.includes(hook) && code.includes(call),
    );
    return users.map(([other]) => other);
  });
}

test.each(editing)('whoever edits by %s says what was seen', (name) => {
  const callers = callersOf(name);
  expect(callers).not.toEqual([]);
  const silent = callers.filter((file) => !without[file] && !/\bseen\b|editOf/.test(files.get(file) ?? ''));
  expect(silent).toEqual([]);
});
