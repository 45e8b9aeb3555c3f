import { sql } from 'kysely';
import { byName } from '#server/db/by-name.sql.ts';

/** The names of the clubs of `gallery`, by name: visitors are told who shows them the photos, or asks for them. */
export const clubNamesOfGallery = sql<string[]>`coalesce((
  select json_agg(club.name order by ${byName('club.name')}, club.id) from event_club
  join club on club.id = event_club.club_id where event_club.event_id = gallery.event_id), '[]')`;
