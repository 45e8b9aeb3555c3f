/** The pages that are made of the definitions of the settings (server/config). */
import type { z } from 'zod';
import { settingTopics } from '#server/config/read-settings.ts';
import type { SettingMeta } from '#server/config/setting-types.ts';
import { iconFiles } from './icons.ts';

interface Setting extends SettingMeta {
  name: string;
  /** The value that holds when it is unset, as it would be written; undefined: there is none, or it depends on the machine. */
  value: string | undefined;
}

interface Topic {
  title: string;
  settings: Setting[];
}

function describeSetting(name: string, schema: z.ZodType): Setting {
  const { meaning, unset } = (schema.meta() ?? {}) as Partial<SettingMeta>;
  if (meaning === undefined) throw new Error(`${name} has no meaning: see setting-types.ts`);
  const parsed = unset === undefined ? schema.safeParse(undefined).data : undefined;
  return { name, meaning, ...(unset !== undefined && { unset }), value: parsed?.toString() };
}

const topics: Topic[] = Object.entries(settingTopics).map(([title, settings]) => ({
  title,
  settings: Object.entries(settings).map(([name, schema]) => describeSetting(name, schema)),
}));

const cell = (text: string) => text.replaceAll('|', '\\|');
/** Names of settings in capitals become code. */
const withCode = (text: string) =>
  text.replaceAll(/(?<![`\w/])[A-Z]+(?:_[A-Z]+)+(?![`\w])/g, (name) => `\`${name}\``);

function defaultOf({ value, unset }: Setting): string {
  if (value !== undefined) return `\`${value}\``;
  return unset === undefined ? 'unset' : `unset: ${unset}`;
}

function sectionOf({ title, settings }: Topic): string {
  const rows = settings.map(
    (setting) =>
      `| \`${setting.name}\` | ${cell(withCode(defaultOf(setting)))} | ${cell(withCode(setting.meaning))} |`,
  );
  return [`## ${title}`, '', '| name | default | meaning |', '|---|---|---|', ...rows].join('\n');
}

/** docs/operate/settings.md */
const settingsPage = (): string => `# Settings

<!-- Made by \`npm run docs\` from server/config. -->

Settings are environment variables. They are read in one place (\`server/config/read-settings.ts\`) and checked at start: a wrong one
ends the start with a sentence. An empty value means unset. None is needed. With Docker they stand in a file \`.env\`
([example](../../.env.example)).

What administrators decide while the server runs is on the page *Server settings*: the name of the installation, who makes accounts,
after how many months new share links end, and whether events may lie in the past. *Imprint and data protection* takes the addresses
of both on your own website; German clubs have to link them. They then stand on every page that opens without an account.

${topics.map(sectionOf).join('\n\n')}
`;

const COLUMNS = 100;

/** Lines of a comment, of at most COLUMNS characters. */
function comment(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line.length + word.length + 3 > COLUMNS) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line) => `# ${line}`);
}

/** Links of the page of settings as paths from the top of the repository. */
const withPaths = (text: string) =>
  text.replaceAll(/\[[^\]]*\]\(([\w-]+\.md)(?:#[\w-]+)?\)/g, 'docs/operate/$1').replaceAll('`', '');

function exampleOf({ title, settings }: Topic): string {
  const entries = settings.map(({ name, meaning, unset, value }) =>
    [
      ...comment(withPaths(unset === undefined ? meaning : `${meaning} Unset: ${unset}.`)),
      `#${name}=${value ?? ''}`,
    ].join('\n'),
  );
  return [`# ---- ${title}`, ...entries].join('\n\n');
}

/** .env.example */
const envExample =
  (): string => `# Made by \`npm run docs\` from server/config: every setting with its default. The same as a page: docs/operate/settings.md
# Copy it to .env, which docker compose reads, and remove the # in front of what you set. \`npm start\` reads the environment only.

# ---- docker compose alone

# Of the connection between server and database: letters and digits. Required.
#POSTGRES_PASSWORD=

# Where the server is reached from outside the container.
#PUBLISH=127.0.0.1:3000

# In the image HOST, PORT, DATA_DIR, MODELS_DIR and DATABASE_URL are set already.

${topics.map(exampleOf).join('\n\n')}
`;

/** What is made, by path. */
export const generatedFiles: Record<string, () => string> = {
  'docs/operate/settings.md': settingsPage,
  '.env.example': envExample,
  ...iconFiles,
};
