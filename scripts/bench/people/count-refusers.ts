/** One photo of a gallery as it was recognised. */
export type SeenPhoto = {
  id: string;
  /** Of the one on it by the label: the group of the face; null where the face is in none. */
  group: string | null;
  /** Who refused, by the id in the club. */
  refuser?: string;
};
/** What the check says: whom it asks about, and the groups that it lists without a name. */
export type CheckedGallery = {
  questions: readonly { refuser: string; groups: readonly string[] }[];
  unnamed: readonly string[];
};
const fates = ['leftOut', 'byName', 'byOtherName', 'unnamed', 'missed'] as const;
type Fate = (typeof fates)[number];
/** Photos of people who refused by what becomes of them, and of how many nothing was said before other questions were answered. */
export type Fates = Record<Fate, number> & { photos: number; onlyLater: number };

/**
 * The best that becomes of each photo.
 * @param leftOut photos that are not shown before anything is answered
 * @param rounds one check after the other, each after the questions of the one before were answered
 */
export function countFates(
  photos: readonly SeenPhoto[],
  leftOut: ReadonlySet<string>,
  rounds: readonly CheckedGallery[],
): Fates {
  const fateIn = ({ id, group, refuser }: SeenPhoto, checks: readonly CheckedGallery[]): Fate => {
    if (leftOut.has(id)) return 'leftOut';
    if (group === null) return 'missed';
    const names = checks.flatMap(({ questions }) => questions.filter(({ groups }) => groups.includes(group)));
    if (names.some((question) => question.refuser === refuser)) return 'byName';
    if (names.length > 0) return 'byOtherName';
    return checks.some(({ unnamed }) => unnamed.includes(group)) ? 'unnamed' : 'missed';
  };
  const all = photos.map((photo) => ({
    fate: fateIn(photo, rounds),
    isLate: fateIn(photo, rounds.slice(0, 1)) === 'missed',
  }));
  const counts = Object.fromEntries(
    fates.map((fate) => [fate, all.filter((photo) => photo.fate === fate).length]),
  ) as Record<Fate, number>;
  return {
    ...counts,
    photos: photos.length,
    onlyLater: all.filter(({ fate, isLate }) => isLate && fate !== 'missed').length,
  };
}

/** How many questions there are, and of photos of people who did not refuse how many somebody is asked about. */
export function countQuestions(others: readonly SeenPhoto[], rounds: readonly CheckedGallery[]) {
  const asked = rounds.flatMap(({ questions }) => questions);
  const groups = new Set(asked.flatMap((question) => question.groups));
  const ofEach = [...Map.groupBy(asked, ({ refuser }) => refuser).values()].map(({ length }) => length);
  return {
    questions: asked.length,
    atOnce: Math.max(0, ...rounds.map(({ questions }) => questions.length)),
    ofOne: Math.max(0, ...ofEach),
    askedAgain: ofEach.filter((times) => times > 1).length,
    othersAskedAbout: others.filter(({ group }) => group !== null && groups.has(group)).length,
  };
}

export function sumOfFates(all: readonly Fates[]): Fates {
  const sum = (of: keyof Fates) => all.reduce((total, each) => total + each[of], 0);
  const names = ['photos', 'onlyLater', ...fates] as const;
  return Object.fromEntries(names.map((name) => [name, sum(name)])) as Fates;
}
