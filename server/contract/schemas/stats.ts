import { z } from 'zod';
import { nullableTimestamp, timestamp } from './common.ts';

export const dashboardStats = z.object({
  clubs_joined: z.number(),
  events_attended: z.number(),
  photos_shared: z.number(),
  achievements: z.number(),
});
export type DashboardStats = z.output<typeof dashboardStats>;

/** Where somebody waits for the viewer's answer. */
export const waitingAtClubs = z.object({
  clubs: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Who want to join. */
      requests: z.number(),
      /** Claims of members: whom they answer for, or who they are. */
      claims: z.number(),
      /** Families who ask to erase somebody. */
      erasures: z.number(),
    }),
  ),
  /** Galleries with photos about which the viewer decides, people about whom the viewer is asked, or people who refused. */
  galleries: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Photos that were hidden on request. */
      requests: z.number(),
      /** Photos that guests sent. */
      guest_photos: z.number(),
      /** People whom those who share the gallery do not know. */
      people: z.number(),
      /** People of its clubs who may not be shown outside, where it is shown and nobody has said whether they are on the photos. */
      refused: z.number(),
      club_ids: z.array(z.string()),
    }),
  ),
});
type Waiting = z.output<typeof waitingAtClubs>;
export type WaitingAtClub = Waiting['clubs'][number];
export type WaitingInGallery = Waiting['galleries'][number];

/** What a new installation needs before members see photos; each is true as soon as there is one. */
export const firstSteps = z.object({
  done: z.object({
    /** The installation's name was chosen. */
    name: z.boolean(),
    club: z.boolean(),
    event: z.boolean(),
    photos: z.boolean(),
    /** A club has listed somebody whose families it asks. */
    people: z.boolean(),
    /** Somebody was invited to a club, at any time. */
    invitation: z.boolean(),
  }),
  /** The club to invite people to: the oldest one. */
  club_id: z.string().nullable(),
  /** Where people reach the server; null: its operator has not set it. */
  public_url: z.string().nullable(),
});
export type FirstSteps = z.output<typeof firstSteps>;

export const adminStats = z.object({
  users: z.number(),
  active_users: z.number(),
  clubs: z.number(),
  events: z.number(),
  galleries: z.number(),
  photos: z.number(),
  faces: z.number(),
  people: z.number(),
  named_people: z.number(),
  original_bytes: z.number(),
  share_links: z.number(),
  link_views: z.number(),
  pending_requests: z.number(),
  database: z.string(),
  version: z.string(),
  started_at: timestamp,
  /** Where some processes answer requests and others work in the background; null: this process does both. */
  processes: z
    .object({
      web: z.number(),
      workers: z.number(),
      /** Since when the oldest worker runs; null: none does. */
      workers_since: nullableTimestamp,
    })
    .nullable(),
});
export type AdminStats = z.output<typeof adminStats>;
