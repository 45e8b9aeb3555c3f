/** Who may see a gallery; the rule is `gallery.read` in permissions.ts. */
export const visibilities = ['private', 'club_restricted', 'public'] as const;
/** The visibility of a new gallery, in its form and where a request names none. */
export const defaultVisibility = 'club_restricted';
