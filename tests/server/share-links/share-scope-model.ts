/**
 * What share links show, written apart from the product: people are sets of faces, links are sets of people or photos, or
 * those whom a human said to be one person of the club.
 */
type Known = { as: string; since: number };
type Grouping = { owners: Map<string, string>; hidden: Map<string, boolean>; known: Map<string, Known> };
type Link = { people?: Set<string>; photos?: Set<string>; clubPerson?: string };
type Undo = { decision: string; grouping: Grouping; people: Map<string, Set<string>> };

type ModelPhoto = {
  faces: string[];
  takenDown: boolean;
  /** Left out by hand. */
  inside?: boolean;
  /** Added after such photos were deleted; it waits once people outside see the gallery. */
  isLater?: boolean;
  waits?: boolean;
};

export class ShareScopeModel {
  readonly photos = new Map<string, ModelPhoto>();
  /** Photos that were left out, or waited, were deleted: later ones wait for an answer. */
  #isAsking = false;
  readonly links = new Map<string, Link>();
  /** People and faces that a human decided about: the machine neither moves nor dissolves them. */
  readonly decided = new Set<string>();
  /**
   * What holds of the family's answers about people of the gallery: is it the person that its link shows? Handed in, since
   * match-answers.property.test has a model of what becomes of answers when people change.
   */
  answers: ReadonlyMap<string, string> = new Map();
  #grouping: Grouping = { owners: new Map(), hidden: new Map(), known: new Map() };
  #decisions = 0;
  #undo: Undo[] = [];

  get people(): string[] {
    return [...this.#grouping.hidden.keys()];
  }

  get faces(): string[] {
    return [...this.photos.values()].flatMap((photo) => photo.faces);
  }

  get lastDecision(): string | undefined {
    return this.#undo.at(-1)?.decision;
  }

  addPerson(id: string, faces: readonly string[]): void {
    this.#grouping.hidden.set(id, false);
    this.#give(faces, id);
  }

  facesOf(person: string): string[] {
    return [...this.#grouping.owners].flatMap(([face, owner]) => (owner === person ? [face] : []));
  }

  ownerOf(face: string): string | undefined {
    return this.#grouping.owners.get(face);
  }

  isHidden(person: string): boolean {
    return this.#grouping.hidden.get(person) ?? false;
  }

  shown(link: Link): string[] {
    const { owners, hidden } = this.#grouping;
    const shows = (person: string) =>
      link.clubPerson ? this.#isConfirmed(person, link.clubPerson) : link.people?.has(person);
    const isShown = (face: string) => {
      const owner = owners.get(face);
      return owner !== undefined && shows(owner) && hidden.get(owner) === false;
    };
    return [...this.photos]
      .filter(([id, photo]) => {
        if (photo.takenDown || photo.inside || photo.waits) return false;
        if (link.people || link.clubPerson) return photo.faces.some(isShown);
        return link.photos ? link.photos.has(id) : true;
      })
      .map(([id]) => id)
      .sort();
  }

  #isConfirmed(person: string, clubPerson: string): boolean {
    const answer = this.answers.get(person);
    return answer === 'yes' || (answer === undefined && this.#grouping.known.get(person)?.as === clubPerson);
  }

  /** An editor says which person of the club somebody is. Another name does not make the statement younger. */
  recognise(decision: string, person: string, as: string): void {
    this.#remember(decision, [person]);
    const { known } = this.#grouping;
    known.set(person, { as, since: known.get(person)?.since ?? this.#decisions });
  }

  hide(decision: string, person: string, hidden: boolean): void {
    this.#remember(decision, [person]);
    this.#grouping.hidden.set(person, hidden);
  }

  merge(decision: string, person: string, others: readonly string[]): void {
    this.#remember(decision, [person, ...others, ...this.facesOf(person)]);
    const { known } = this.#grouping;
    const oldest = others
      .flatMap((other) => known.get(other) ?? [])
      .sort((one, two) => one.since - two.since)
      .at(0);
    // Whoever of them was shown is shown.
    this.#grouping.hidden.set(
      person,
      [person, ...others].every((each) => this.isHidden(each)),
    );
    for (const other of others) this.#replace(other, person);
    if (oldest && !known.has(person)) known.set(person, { as: oldest.as, since: this.#decisions });
    for (const face of this.facesOf(person)) this.decided.add(face);
  }

  move(decision: string, faces: readonly string[], person: string): void {
    const owners = faces.flatMap((face) => this.#grouping.owners.get(face) ?? []);
    this.#remember(decision, [...owners, ...faces, person]);
    if (!this.#grouping.hidden.has(person)) this.#grouping.hidden.set(person, false);
    this.#give(faces, person);
  }

  reject(decision: string, face: string, person: string): void {
    this.#remember(decision, [person, face]);
    if (this.#grouping.owners.get(face) === person) this.#grouping.owners.delete(face);
  }

  /** Links that were made since keep whom they showed; all others show whom they showed before. */
  undo(): void {
    const last = this.#undo.pop();
    if (!last) return;
    const alive = new Set(this.faces);
    this.#grouping = {
      owners: new Map([...last.grouping.owners].filter(([face]) => alive.has(face))),
      hidden: last.grouping.hidden,
      known: last.grouping.known,
    };
    for (const [id, link] of this.links)
      if (link.people)
        link.people =
          last.people.get(id) ?? new Set([...link.people].filter((each) => this.people.includes(each)));
  }

  /** The machine puts faces of one person to another. Somebody without faces and decisions that hold dissolves. */
  regroup(faces: readonly string[], from: string, to: string, remaining: ReadonlySet<string>): void {
    this.#undo = [];
    if (!this.#grouping.hidden.has(to)) this.#grouping.hidden.set(to, false);
    this.#give(faces, to);
    if (this.facesOf(from).length === 0 && !remaining.has(from)) this.#replace(from, to);
    for (const person of this.people)
      if (this.facesOf(person).length === 0 && !remaining.has(person)) this.#remove(person);
  }

  deletePhoto(id: string): void {
    for (const face of this.photos.get(id)?.faces ?? []) this.#grouping.owners.delete(face);
    this.photos.delete(id);
    for (const link of this.links.values()) link.photos?.delete(id);
  }

  /** Another photo in its place, as after a correction. */
  sendAgain(id: string, by: string, faces: string[]): void {
    const gone = this.photos.get(id)!;
    if (gone.inside || gone.waits) {
      this.#isAsking = true;
      for (const photo of this.photos.values()) photo.isLater = false;
    }
    this.deletePhoto(id);
    this.photos.set(by, { faces, takenDown: false, isLater: this.#isAsking });
    this.holdLater();
  }

  /** It waits on where it waited, and the question is still open. */
  restore(id: string): void {
    const photo = this.photos.get(id)!;
    photo.waits = Boolean(photo.waits && this.#isAsking && this.#isShownOutside);
  }

  get #isShownOutside(): boolean {
    return [...this.links.values()].some(({ photos, clubPerson }) => !photos && !clubPerson);
  }

  /** What is added waits while a link shows the gallery, or its people. */
  holdLater(): void {
    if (!this.#isShownOutside) return;
    for (const photo of this.photos.values()) if (this.#isAsking && photo.isLater) photo.waits = true;
  }

  get waiting(): string[] {
    return [...this.photos].flatMap(([id, { waits }]) => (waits ? [id] : []));
  }

  /** Somebody has looked at all that wait. */
  answerAdded(shown: boolean): void {
    for (const id of this.waiting) {
      const photo = this.photos.get(id)!;
      photo.waits = false;
      if (!shown) photo.inside = true;
    }
    this.#isAsking = false;
  }

  #give(faces: readonly string[], person: string): void {
    for (const face of faces) this.#grouping.owners.set(face, person);
  }

  #replace(person: string, by: string): void {
    this.#give(this.facesOf(person), by);
    for (const { people } of this.links.values()) if (people?.has(person)) people.add(by);
    this.#remove(person);
  }

  #remove(person: string): void {
    this.#grouping.hidden.delete(person);
    this.#grouping.known.delete(person);
    for (const { people } of this.links.values()) people?.delete(person);
  }

  #remember(decision: string, about: readonly string[]): void {
    for (const id of about) this.decided.add(id);
    this.#decisions += 1;
    this.#undo.push({
      decision,
      grouping: {
        owners: new Map(this.#grouping.owners),
        hidden: new Map(this.#grouping.hidden),
        known: new Map(this.#grouping.known),
      },
      people: new Map([...this.links].flatMap(([id, { people }]) => (people ? [[id, new Set(people)]] : []))),
    });
  }
}
