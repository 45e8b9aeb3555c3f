import { deWords } from './words-de.ts';
import { enWords } from './words-en.ts';

export type ClubKey = 'home' | 'guest';

export interface DemoWords {
  clubs: Record<ClubKey, { name: string; sport: string; description: string }>;
  /** First and last name by username. Some are signed in as; the others fill the clubs. */
  people: Record<string, readonly [string, string]>;
  /** The children of hanna, and the one of jule. */
  children: readonly { name: readonly [string, string]; age: number }[];
  claimedChild: string;
  roles: Record<'admin' | 'carla' | 'paul' | 'hanna' | 'mia' | 'peter' | 'sam', string>;
  events: Record<string, { name: string; location: string; description: string }>;
  galleries: Record<string, string>;
  links: { parents: string; press: string };
  /** What the press has to type. */
  linkPassword: string;
}

const demoLanguages = ['de', 'en'] as const;
export type DemoLanguage = (typeof demoLanguages)[number];

export const demoWords: Record<DemoLanguage, DemoWords> = { de: deWords, en: enWords };

/**
 * The language of `--language de|en`, or else of the terminal.
 * @throws Error in one line where another language is asked for
 */
export function demoLanguage(args: readonly string[], env: NodeJS.ProcessEnv): DemoLanguage {
  const at = args.findIndex((arg) => arg === '--language' || arg.startsWith('--language='));
  if (at >= 0) {
    const asked = args[at]?.split('=')[1] ?? args[at + 1];
    const known = demoLanguages.find((language) => language === asked);
    if (!known) throw new Error('The demo speaks German and English: --language de or --language en');
    return known;
  }
  return (env.LC_ALL || env.LC_MESSAGES || env.LANG || '').startsWith('de') ? 'de' : 'en';
}
