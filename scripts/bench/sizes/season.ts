/** How many rows of each kind a season of clubs leaves; the bench fills a database with them. */
export interface Season {
  clubs: number;
  membersPerClub: number;
  galleries: number;
  photos: number;
  facesPerPhoto: number;
  facesPerPerson: number;
}

/** Rows by what they belong to. */
export interface SeasonRows {
  clubs: number;
  members: number;
  galleries: number;
  photos: number;
  faces: number;
  persons: number;
  /** Every member of a gallery's club is told of a new gallery; these rows are kept. */
  notifications: number;
}

export function rowsOfSeason(season: Season): SeasonRows {
  const faces = Math.round(season.photos * season.facesPerPhoto);
  return {
    clubs: season.clubs,
    members: season.clubs * season.membersPerClub,
    galleries: season.galleries,
    photos: season.photos,
    faces,
    persons: Math.ceil(faces / season.facesPerPerson),
    notifications: season.galleries * season.membersPerClub,
  };
}

/** The tables whose rows grow with each of these. A table stands once; the others are small beside them. */
const tablesOf: Record<keyof SeasonRows, readonly string[]> = {
  clubs: ['club'],
  members: ['app_user', 'club_membership'],
  galleries: ['event', 'event_club', 'gallery', 'gallery_club'],
  photos: ['photo', 'photo_analysis'],
  faces: ['face', 'assignment'],
  persons: ['person', 'person_suggestion', 'person_mean'],
  notifications: ['notification'],
};

const rowKinds = Object.keys(tablesOf) as (keyof SeasonRows)[];
export const seasonTables = rowKinds.flatMap((kind) => tablesOf[kind]);
