import type { Kysely, Transaction } from 'kysely';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError, fieldError } from '#server/contract/app-error.ts';
import { birthFault } from '#server/contract/date-limits.ts';
import { dayMs } from '#server/contract/lifetimes.ts';
import { type Authorized, targetRules } from '#server/contract/permissions.ts';
import {
  type createImportInput,
  type ImportPreview,
  type ImportPurpose,
  type ImportResult,
  importPurposes,
  type PlannedLine,
  type previewImportInput,
} from '#server/contract/schemas/member-imports.ts';
import type { DB } from '#server/db/tables.ts';
import { lockClub } from '#server/features/clubs/clubs/clubs.repository.ts';
import type { LoadedClub } from '#server/features/clubs/clubs/load-club.ts';
import { createInvitations } from '#server/features/people/invitations/insert-invitations-and-queue-mails.ts';
import { recordClubAudit } from '#server/features/platform/audit/record-audit.ts';
import { mailWithLinks } from '#server/features/platform/outbox/mail-with-links.ts';
import { newId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { insertImportedPeople, listListedChildren, listListedPeople } from './imported-people.repository.ts';
import { listKnownPeople } from './known-people.repository.ts';
import { findImport } from './member-imports.repository.ts';
import { planGuardians } from './plan-guardians.ts';
import { countLines, linesToInvite, planImport } from './plan-import.ts';
import { planListing, planPeople } from './plan-people.ts';
import { bytesOfList } from './reading/bytes-of-list.ts';
import { perParent, withOneEmail, withReadableEmail } from './reading/read-line.ts';
import type { ReadList } from './reading/read-list.ts';
import { readListInWorker } from './reading/read-list-in-worker.ts';
import { whoIsOnList } from './who-is-on-list.ts';

type Dependencies = Needs<'db' | 'clock' | 'tokens' | 'jobs' | 'mail' | 'rateLimits'> & { viewer: SignedIn };

/** Says what an import of the list would do; changes nothing. */
export async function previewImport(
  ctx: Dependencies,
  club: Authorized<LoadedClub, 'manageMembers'>,
  input: z.output<typeof previewImportInput>,
): Promise<ImportPreview> {
  await ctx.rateLimits.limitRequests('member-import-preview', ctx.viewer.id);
  const { lines: read, ...format } = await readListInWorker(bytesOfList(input.file), input.format);
  const purpose = input.purpose ?? guessPurpose(ctx, club, read, format.columns);
  const { lines } = await plan(ctx, ctx.db, club, read, purpose ?? 'invite');
  const { added, present } = planPeople(lines, await listListedPeople(ctx.db, club.id));
  return {
    ...format,
    purpose,
    counts: countLines(
      lines,
      purpose === 'list' || purpose === null ? [] : linesToInvite(lines, input.invite_lines),
    ),
    people: { new: added.length, present },
    lines,
  };
}

/** Null: it has to be said, because dates of birth stand there that cannot be read, and mail would go to whoever is named beside them. */
function guessPurpose(
  { clock, viewer }: Dependencies,
  club: LoadedClub,
  lines: ReadList['lines'],
  columns: ReadList['columns'],
): ImportPurpose | null {
  const people = whoIsOnList(lines, columns, clock.today());
  if (people === 'unknown') return null;
  return people === 'children' && targetRules.club.managePeople(viewer, club.facts)
    ? 'invite_guardians'
    : 'invite';
}

/**
 * Makes the invitations of a list, and puts its people on the club's list of people, each where that is wanted. It is
 * planned anew while the club is locked: what happened since the preview counts, and of two imports at once the second
 * finds what the first has made.
 */
export async function importMembers(
  ctx: Dependencies,
  club: Authorized<LoadedClub, 'manageMembers'>,
  input: z.output<typeof createImportInput>,
): Promise<ImportResult> {
  await ctx.rateLimits.limitRequests('member-import', ctx.viewer.id);
  const { lines: read, columns } = await readListInWorker(bytesOfList(input.file), input.format);
  const purpose = input.purpose ?? guessPurpose(ctx, club, read, columns);
  if (purpose === null || (input.purpose === undefined && purpose !== 'invite'))
    throw fieldError('purpose', `Must be one of: ${importPurposes.join(', ')}`);
  const expires_at = new Date(ctx.clock.now().getTime() + input.expires_in_days * dayMs);
  return ctx.db.transaction().execute(async (trx) => {
    if (!(await lockClub(trx, club.id))) throw new AppError('club_not_found');
    const { lines, listedOf, addedBy } = await plan(ctx, trx, club, read, purpose);
    const wanted = purpose === 'list' ? [] : linesToInvite(lines, input.invite_lines);
    const counts = countLines(lines, wanted);
    const people = purpose === 'invite' ? [] : planPeople(lines, await listListedPeople(trx, club.id)).added;
    const taken = new Set(purpose === 'list' ? people : wanted);
    const left_out = lines.filter((line) => line.state !== 'present' && !taken.has(line));
    if (wanted.length === 0 && people.length === 0) return { import: null, counts, left_out };
    const id = newId();
    const mails = mailWithLinks(ctx.mail) ? counts.mails : 0;
    await trx
      .insertInto('member_import')
      .values({
        id,
        club_id: club.id,
        created_by: ctx.viewer.id,
        created_at: ctx.clock.now(),
        file_name: input.file_name,
        line_count: new Set(lines.map(({ line }) => line)).size,
        invitation_count: wanted.length,
        mail_count: mails,
      })
      .execute();
    const cause = { clubId: club.id, createdBy: ctx.viewer.id, importId: id };
    const addedOf = await insertImportedPeople(trx, cause, people);
    await createInvitations(
      ctx,
      trx,
      cause,
      wanted.map((line) => {
        const { first_name, last_name, email, role } = line;
        const guardian_of = addedOf.get(line) ?? addedOf.get(addedBy.get(line)!) ?? listedOf.get(line);
        return {
          ...(purpose === 'invite_guardians' ? { guardian_of } : { first_name, last_name }),
          ...{ email, role, expires_at },
        };
      }),
    );
    await recordClubAudit(trx, ctx.viewer, 'memberImport.create', club, {
      import_id: id,
      lines: new Set(lines.map(({ line }) => line)).size,
      invitations: wanted.length,
      mails,
      ...(people.length > 0 && { people: people.length }),
    });
    return { import: (await findImport(trx, club.id, id)) ?? null, counts, left_out };
  });
}

async function plan(
  { clock, viewer }: Dependencies,
  db: Kysely<DB> | Transaction<DB>,
  club: LoadedClub,
  lines: ReadList['lines'],
  purpose: ImportPurpose,
): Promise<ReturnType<typeof planGuardians>> {
  const today = clock.today();
  const possible = lines.map((line) =>
    line.born_on && birthFault(line.born_on, today) ? { ...line, born_on: null, birth_unread: true } : line,
  );
  const nobody = { listedOf: new Map<PlannedLine, string>(), addedBy: new Map<PlannedLine, PlannedLine>() };
  if (purpose !== 'invite' && !targetRules.club.managePeople(viewer, club.facts))
    throw new AppError('club_forbidden');
  if (purpose === 'list') {
    const listed = await listListedPeople(db, club.id);
    const readable = possible.map(withReadableEmail).map(withOneEmail);
    return { lines: planListing(planImport(readable, [], true), listed), ...nobody };
  }
  if (purpose === 'invite_guardians') {
    const children = await listListedChildren(db, club.id, today, clock.now());
    const parents = possible.map(withReadableEmail).flatMap(perParent);
    return planGuardians(planImport(parents, [], true), children, today);
  }
  const known = await listKnownPeople(db, club.id, clock.now());
  const mayInvitePhotographers = targetRules.club.invitePhotographers(viewer, club.facts);
  return { lines: planImport(possible.map(withOneEmail), known, mayInvitePhotographers), ...nobody };
}
