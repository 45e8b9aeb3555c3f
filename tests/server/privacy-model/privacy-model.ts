/**
 * A model of galleries, of who is in the photos, who answers for whom, and what was answered. It computes what may be shown
 * to whom by itself, with nothing of the server's code, so that tests can compare the two.
 */
type Answer = 'yes' | 'no';
export type Purpose = 'find' | 'name' | 'outside';
type Source = 'self' | 'paper' | `guardian ${number}`;

export interface KnownPerson {
  id: string;
  name: string;
  club: number;
  age: 'child' | 'teenager' | 'adult';
  /** Index of the own account; undefined: none. */
  account: number | undefined;
  /** Index of an account, and whether it is a guardian now. */
  guardians: Map<number, boolean>;
  answers: Record<Purpose, Map<Source, Answer>>;
  /** When each source answered last whether the photos may be shown outside. */
  answeredOutside: Map<Source, number>;
  /** What was written down from paper and not removed, in order. */
  papers: Record<Purpose, { id: string; said: Answer; spoken: number }[]>;
}

export interface ModelPhoto {
  id: string;
  /** Numbers of the persons of the gallery in it. */
  persons: number[];
  state: 'analysed' | 'never analysed' | 'analysed again';
  /** Left out by hand of what people outside the club see. */
  keptInside: boolean;
  /** Added, and not compared yet with people who refused. */
  awaitsComparison: boolean;
  /** Added after photos of somebody who refused were deleted, and nobody has answered. */
  awaitsAnswer: boolean;
  /** Replaced, and its faces are not grouped yet. */
  awaitsGrouping: boolean;
  /** Hidden on request: only whoever made the gallery sees it. */
  hidden: boolean;
  /** How far to the right its faces lie of where they were, since it was replaced. */
  movedBy: number;
  /** Added beside this photo, of the same shot. */
  newerThan: ModelPhoto | undefined;
  /** What its file says. */
  caption: string;
  /** By number of the person in it: who it may be, of those who refused, as a comparison found. */
  likely: Map<number, Set<KnownPerson>>;
}

export interface ModelGallery {
  id: string;
  visibility: 'private' | 'club_restricted' | 'public';
  /** Of the gallery or its event. */
  clubs: Set<number>;
  /** Index of the account that made it, and those of people who were let in. */
  creator: number;
  added: Set<number>;
  /** Ids by number, whom they show in truth, and whom somebody linked them to. */
  persons: {
    id: string;
    truly: KnownPerson | undefined;
    linked: Set<KnownPerson>;
    /** Whom somebody said not to be it. */
    declined: Set<KnownPerson>;
    /** The club is asked who it is. */
    asked: boolean;
    /** Somebody said that it is nobody of the club. */
    nobodyKnown: boolean;
    /** The clubs of which somebody said that the typed name is nobody. */
    nobodyOf: Set<number>;
  }[];
  photos: ModelPhoto[];
  /** A photo went that showed somebody who refused, or that was left out or waited: what is added afterwards waits for an answer. */
  hadRemoved: boolean;
  showsCaptions: boolean;
  /** Where a person stands in a photo. */
  boxOf(person: number): { x: number; y: number; w: number; h: number };
}

export class PrivacyModel {
  readonly choice: ('leave_out' | 'blur')[] = ['leave_out', 'leave_out'];
  /** By club, when that was chosen. */
  readonly chosen = [0, 0];
  /** By account, the clubs it is a member of. */
  readonly memberships = new Map<number, Set<number>>();

  isMember(account: number | undefined, club: number): boolean {
    return account !== undefined && this.memberships.get(account)?.has(club) === true;
  }

  isFamily(account: number, person: KnownPerson): boolean {
    if (!this.isMember(account, person.club)) return false;
    return person.account === account || (person.age !== 'adult' && person.guardians.get(account) === true);
  }

  consent(person: KnownPerson, purpose: Purpose): 'yes' | 'no' | 'unknown' {
    const said = person.answers[purpose];
    const hasSelf = this.isMember(person.account, person.club);
    const self = hasSelf ? said.get('self') : undefined;
    const paper = said.get('paper');
    if (person.age === 'adult' && self) return self === 'yes' && paper !== 'no' ? 'yes' : 'no';
    const guardians = [...person.guardians]
      .filter(([account, isOne]) => isOne && this.isMember(account, person.club))
      .map(([account]) => said.get(`guardian ${account}`));
    if ([self, paper, ...guardians].includes('no')) return 'no';
    if (purpose === 'outside' && guardians.every((each) => !each) && this.#wasRefused(person)) return 'no';
    if (paper !== 'yes' && !guardians.includes('yes')) return 'unknown';
    return person.age === 'teenager' && hasSelf && self !== 'yes' ? 'unknown' : 'yes';
  }

  /** By somebody, with no paper after it; perhaps they may answer no more. */
  #wasRefused({ answers, answeredOutside }: KnownPerson): boolean {
    const when = (source: Source) => answeredOutside.get(source) ?? 0;
    return [...answers.outside].some(([source, said]) => said === 'no' && when(source) >= when('paper'));
  }

  #isInside(account: number, gallery: ModelGallery): boolean {
    return (
      gallery.creator === account ||
      gallery.added.has(account) ||
      [...gallery.clubs].some((club) => this.isMember(account, club))
    );
  }

  /** Undefined: somebody who has a link to the gallery. */
  isOutsider(account: number | undefined, gallery: ModelGallery): boolean {
    return account === undefined || !this.#isInside(account, gallery);
  }

  mayRead(account: number, gallery: ModelGallery): boolean {
    if (gallery.visibility === 'public' || gallery.creator === account || gallery.added.has(account))
      return true;
    return gallery.visibility === 'club_restricted' && this.#isInside(account, gallery);
  }

  refuses(gallery: ModelGallery, person: number): boolean {
    return [...gallery.persons[person]!.linked].some((known) => this.consent(known, 'outside') === 'no');
  }

  /** One picture finds nobody who is linked to somebody that has not agreed to be found, but for the own family. */
  mayFindByPicture(account: number, { linked }: ModelGallery['persons'][number]): boolean {
    return [...linked].every(
      (known) => this.consent(known, 'find') === 'yes' || this.isFamily(account, known),
    );
  }

  refused(gallery: ModelGallery, photo: ModelPhoto): number[] {
    return photo.persons.filter((person) => this.refuses(gallery, person));
  }

  /** Whether the photo may be shown to somebody who may open the gallery, if need be with blurred faces. */
  mayShow(account: number | undefined, gallery: ModelGallery, photo: ModelPhoto): boolean {
    if (photo.hidden) return account === gallery.creator;
    if (!this.isOutsider(account, gallery)) return true;
    return !photo.keptInside && !this.waits(gallery, photo) && !this.isLeftOutByRefusal(gallery, photo);
  }

  /**
   * Until it is compared, and then as long as nobody said yes or no about somebody whom it may show, or who somebody is about whom
   * the club is asked.
   */
  waits(gallery: ModelGallery, photo: ModelPhoto): boolean {
    const isAsked = photo.persons.some((person) => this.isAskedAbout(gallery, person));
    const { awaitsComparison, awaitsAnswer, awaitsGrouping } = photo;
    return (
      awaitsComparison || awaitsAnswer || awaitsGrouping || isAsked || this.waitsFor(gallery, photo).size > 0
    );
  }

  /** Whether somebody has to say who is on it, or whether it may be shown. */
  waitsForSomebody(gallery: ModelGallery, photo: ModelPhoto): boolean {
    return (
      photo.awaitsAnswer ||
      photo.persons.some((person) => this.isAskedAbout(gallery, person)) ||
      this.waitsFor(gallery, photo).size > 0
    );
  }

  /** Those of the clubs who refuse. */
  refusersOn(gallery: ModelGallery, photo: ModelPhoto): Set<KnownPerson> {
    const known = photo.persons.flatMap((person) => [...gallery.persons[person]!.linked]);
    return new Set(known.filter((each) => this.consent(each, 'outside') === 'no'));
  }

  /** A file comes into a gallery that people outside see by its link: it waits for comparison where somebody of its clubs refuses. */
  comesIn(gallery: ModelGallery, photo: ModelPhoto, people: readonly KnownPerson[]): void {
    photo.awaitsComparison ||= people.some(
      (known) => gallery.clubs.has(known.club) && this.consent(known, 'outside') === 'no',
    );
    photo.awaitsAnswer ||= gallery.hadRemoved;
  }

  /** Another file of the same shot takes its place. */
  replaced(gallery: ModelGallery, photo: ModelPhoto, people: readonly KnownPerson[]): void {
    this.comesIn(gallery, photo, people);
    photo.awaitsGrouping = true;
    if (photo.state === 'analysed') photo.state = 'analysed again';
  }

  /** The same by a photo that was added beside it and goes: what was said against that one holds. */
  replacedByAdded(
    gallery: ModelGallery,
    photo: ModelPhoto,
    added: ModelPhoto,
    people: readonly KnownPerson[],
  ): void {
    const stillOn = this.refusersOn(gallery, photo);
    gallery.hadRemoved ||=
      added.keptInside ||
      this.waitsForSomebody(gallery, added) ||
      [...this.refusersOn(gallery, added)].some((known) => !stillOn.has(known));
    gallery.photos.splice(gallery.photos.indexOf(added), 1);
    this.replaced(gallery, photo, people);
    photo.hidden ||= added.hidden;
    if (added.keptInside) this.#leaveOut(photo);
  }

  /** Another shot comes by the path of a photo. */
  holdLike(gallery: ModelGallery, photo: ModelPhoto, before: ModelPhoto): void {
    photo.hidden ||= before.hidden;
    if (before.keptInside) this.#leaveOut(photo);
    else
      photo.awaitsAnswer ||=
        this.refusersOn(gallery, before).size > 0 || this.waitsForSomebody(gallery, before);
  }

  #leaveOut(photo: ModelPhoto): void {
    photo.keptInside = true;
    photo.awaitsAnswer = false;
  }

  isAskedAbout(gallery: ModelGallery, person: number): boolean {
    const { asked, nobodyKnown, linked } = gallery.persons[person]!;
    return asked && !nobodyKnown && linked.size === 0;
  }

  waitsFor(gallery: ModelGallery, photo: ModelPhoto): Set<KnownPerson> {
    return new Set(
      [...photo.likely].flatMap(([person, likely]) => {
        const { linked, declined } = gallery.persons[person]!;
        const clubs = new Set([...linked].map(({ club }) => club));
        return [...likely].filter((known) => !declined.has(known) && !clubs.has(known.club));
      }),
    );
  }

  /** Because of somebody in it who refuses, or because nobody knows who is in it. */
  isLeftOutByRefusal(gallery: ModelGallery, photo: ModelPhoto): boolean {
    const refused = this.refused(gallery, photo);
    if (refused.length === 0) return photo.state === 'never analysed' && this.#mayHideSomebody(gallery);
    const clubs = new Set(gallery.clubs);
    for (const person of refused)
      for (const known of gallery.persons[person]!.linked)
        if (this.consent(known, 'outside') === 'no') clubs.add(known.club);
    return !(
      photo.state === 'analysed' &&
      [...clubs].every((club) => this.choice[club] === 'blur') &&
      refused.every((person) =>
        [...gallery.persons[person]!.linked]
          .filter((known) => this.consent(known, 'outside') === 'no')
          .every((known) => this.#mayBlur(known)),
      )
    );
  }

  /** Whoever said no before the club blurred was told that the photos stay inside. */
  #mayBlur(known: KnownPerson): boolean {
    return (
      this.choice[known.club] === 'blur' &&
      [...known.answers.outside].every(
        ([source, said]) => said === 'yes' || known.answeredOutside.get(source)! > this.chosen[known.club]!,
      )
    );
  }

  /** Somebody of a club that blurs refuses in this gallery: a photo nobody has looked at may show that person. */
  #mayHideSomebody(gallery: ModelGallery): boolean {
    return gallery.persons.some(({ linked }) =>
      [...linked].some((known) => this.#mayBlur(known) && this.consent(known, 'outside') === 'no'),
    );
  }

  shown(account: number | undefined, gallery: ModelGallery): Set<string> {
    if (account !== undefined && !this.mayRead(account, gallery)) return new Set();
    return new Set(
      gallery.photos.filter((photo) => this.mayShow(account, gallery, photo)).map(({ id }) => id),
    );
  }

  /** Whether a viewer may be told that this person is in the gallery. */
  mayTell(account: number | undefined, gallery: ModelGallery, person: number): boolean {
    return !(this.isOutsider(account, gallery) && this.refuses(gallery, person));
  }

  /**
   * A name typed in the gallery: by whoever made it, and inside it where no club knows the person, once the name was said to be nobody
   * of each; both clubs keep a list.
   */
  mayReadTyped(account: number, gallery: ModelGallery, person: number): boolean {
    if (gallery.creator === account) return true;
    const { linked, nobodyOf } = gallery.persons[person]!;
    const isHeld = [...gallery.clubs].some((club) => !nobodyOf.has(club));
    return linked.size === 0 && !isHeld && this.#isInside(account, gallery);
  }

  mayName(account: number, gallery: ModelGallery, person: number, known: KnownPerson): boolean {
    const { linked } = gallery.persons[person]!;
    if (!linked.has(known)) return false;
    if (this.isFamily(account, known)) return true;
    if (gallery.creator === account) return true;
    const isRefused = [...linked].some((each) => this.consent(each, 'name') === 'no');
    const isInClub = [...gallery.clubs].some((club) => this.isMember(account, club));
    return (
      isInClub && this.isMember(account, known.club) && this.consent(known, 'name') === 'yes' && !isRefused
    );
  }

  /**
   * What the file of a photo says, to a reader: where editors show captions, and each name in it is one that the reader reads of somebody
   * of the gallery's clubs, or of somebody linked here.
   * @param typedName what was typed for a person of each gallery
   */
  mayReadCaption(
    account: number,
    gallery: ModelGallery,
    { caption }: ModelPhoto,
    people: readonly KnownPerson[],
    typedName: (person: number) => string,
  ): boolean {
    if (!gallery.showsCaptions || !this.#isInside(account, gallery)) return false;
    const isInClub = [...gallery.clubs].some((club) => this.isMember(account, club));
    const reads = (known: KnownPerson) =>
      isInClub && this.isMember(account, known.club) && this.consent(known, 'name') === 'yes';
    const isOfHere = (known: KnownPerson) =>
      gallery.clubs.has(known.club) || gallery.persons.some(({ linked }) => linked.has(known));
    const listed = people.filter((known) => caption.includes(known.name) && isOfHere(known));
    const typed = gallery.persons.filter(
      (_, number) => number % 2 === 0 && caption.includes(typedName(number)),
    );
    return (
      listed.every(reads) &&
      typed.every(({ linked, nobodyOf }) =>
        linked.size > 0 ? [...linked].every(reads) : [...gallery.clubs].every((club) => nobodyOf.has(club)),
      )
    );
  }
}
