import type { Needs } from '#server/app-context.ts';
import { clubPeopleOfGallery, clubPeopleOfGalleryInput } from '#server/contract/schemas/club-people.ts';
import { byId, done } from '#server/contract/schemas/common.ts';
import {
  changedPerson,
  decisions,
  faces,
  facesLikeInput,
  facesOfPersonInput,
  galleryHistoryInput,
  hidePersonInput,
  keepApartInput,
  linkPersonInput,
  markCheckedInput,
  matchQuestionsOfGallery,
  mergePeopleInput,
  moveFacesInput,
  nameIsNobodyInput,
  namesAreNobody,
  namesAreNobodyInput,
  peopleLike,
  peopleLikeInput,
  rejectFacesInput,
  renamePersonInput,
  representativeInput,
  suggestions,
  takeBackDeclinedLinkInput,
  typedNames,
  typedNamesInput,
  unlinkPersonInput,
} from '#server/contract/schemas/gallery-people.ts';
import { guardClub } from '#server/features/clubs/clubs/guard-club.ts';
import { searchThresholdsInForce } from '#server/features/faces/my-photos/search-thresholds.ts';
import { getFaceSettings } from '#server/features/faces/recognition/face-settings.ts';
import {
  declineLink,
  linkPerson,
  unlinkPerson,
} from '#server/features/faces/who-is-who/link-to-club-person.ts';
import { markChecked } from '#server/features/faces/who-is-who/mark-checked.ts';
import { listMatchQuestionsOfGallery } from '#server/features/faces/who-is-who/match-questions.repository.ts';
import {
  requireAnswerable,
  requireOwnDecision,
} from '#server/features/faces/who-is-who/require-answerable.ts';
import { sayNameIsNobody } from '#server/features/faces/who-is-who/say-name-is-nobody.ts';
import { takeBackDeclinedLink } from '#server/features/faces/who-is-who/take-back-declined-link.ts';
import { guardGallery, guardGalleryPart } from '#server/features/galleries/galleries/guard-gallery.ts';
import { searchClubPeople } from '#server/features/people/club-people/club-people.repository.ts';
import { requireId } from '#server/ids.ts';
import { router } from '#server/trpc/trpc.ts';
import { listFacesOfPerson } from './faces.repository.ts';
import { listPeopleByIds } from './gallery-people.repository.ts';
import { hidePerson } from './hide-person.ts';
import { keepPeopleApart } from './keep-people-apart.ts';
import { mergePeople } from './merge-people.ts';
import { listMergeQuestions } from './merge-questions.repository.ts';
import { moveFaces } from './move-faces.ts';
import { namesIn } from './names-for-signed-in.repository.ts';
import { listDecisions } from './people-decisions.repository.ts';
import { rejectFaces } from './reject-faces.ts';
import { renamePerson } from './rename-person.ts';
import { setRepresentative } from './set-representative.ts';
import { facesLike, peopleLike as peopleLikeFaces } from './similar-faces.repository.ts';
import { endReadableSinceUpgrade, listFittingNobody, listTypedNames } from './typed-names.repository.ts';
import { undoDecision } from './undo-decision.ts';

const change = (ctx: { gallery: { id: string }; partId: string }) => ({
  galleryId: ctx.gallery.id,
  personId: ctx.partId,
});

/** Recogniser, metric and largest distance of a search for similar faces: those of clustering. */
async function searchIn(ctx: Needs<'db' | 'engine' | 'clustering'>, galleryId: string) {
  const settings = await getFaceSettings(ctx.db, ctx.engine);
  return {
    search: { galleryId, recogniser: settings.recognition_model, metric: settings.distance_metric },
    within: ctx.clustering.suggestionDistance(settings.effective_match_threshold, settings.distance_metric),
  };
}

export const galleryPeopleRouter = router({
  clubPeople: guardGallery('answerAboutPeople', clubPeopleOfGalleryInput)
    .meta({ summary: "The people of a gallery's clubs by part of their names" })
    .output(clubPeopleOfGallery)
    .query(({ ctx, input }) => searchClubPeople(ctx.db, ctx.viewer, ctx.gallery.id, input.search)),

  facesOf: guardGalleryPart('person', 'read', facesOfPersonInput)
    .meta({ summary: 'The faces of a person, the clearest first' })
    .output(faces)
    .query(async ({ ctx, input }) => {
      const page = { ...input, audience: ctx.gallery.audience };
      return listFacesOfPerson(ctx.db, ctx.partId, page, await namesIn(ctx));
    }),

  facesLike: guardGalleryPart('person', 'editPeople', facesLikeInput)
    .meta({ summary: 'Faces that may be this person too, nearest first' })
    .output(faces)
    .query(async ({ ctx, input }) => {
      const { search, within } = await searchIn(ctx, ctx.gallery.id);
      const nearest = { distance: within, limit: input.limit };
      const found = await facesLike(ctx.db, ctx.partId, search, nearest, await namesIn(ctx));
      return { faces: found, total: found.length };
    }),

  peopleLike: guardGallery('editPeople', peopleLikeInput, 'gallery_id')
    .meta({
      summary: 'The people of a gallery, those most like these faces first',
      errors: ['face_not_found'],
    })
    .output(peopleLike)
    .query(async ({ ctx, input }) => {
      const { search } = await searchIn(ctx, ctx.gallery.id);
      const ids = input.face_ids.map((id) => requireId(id, 'face_not_found'));
      return { people: await peopleLikeFaces(ctx.db, ids, search, input.limit) };
    }),

  rename: guardGalleryPart('person', 'editPeople', renamePersonInput)
    .meta({ summary: 'Give a person a name, or take it away' })
    .output(changedPerson)
    .mutation(({ ctx, input }) => renamePerson(ctx, change(ctx), input.name, input.seen_name)),

  merge: guardGalleryPart('person', 'editPeople', mergePeopleInput)
    .meta({ summary: 'These are all the same person', errors: ['people_other_gallery', 'people_together'] })
    .output(changedPerson)
    .mutation(({ ctx, input }) => mergePeople(ctx, change(ctx), input.person_ids, input)),

  moveFaces: guardGallery('editPeople', moveFacesInput, 'gallery_id')
    .meta({
      summary: 'Put faces to another person, or make a new one of them',
      errors: ['face_not_found', 'person_not_found', 'people_other_gallery'],
    })
    .output(changedPerson)
    .mutation(({ ctx, input }) => moveFaces(ctx, ctx.gallery.id, input.face_ids, input.person_id ?? null)),

  reject: guardGalleryPart('person', 'editPeople', rejectFacesInput)
    .meta({ summary: 'These faces are not this person', errors: ['face_not_found', 'people_other_gallery'] })
    .output(changedPerson)
    .mutation(({ ctx, input }) => rejectFaces(ctx, change(ctx), input.face_ids)),

  hide: guardGalleryPart('person', 'editPeople', hidePersonInput)
    .meta({ summary: 'Hide a person from the panel, or show them again' })
    .output(changedPerson)
    .mutation(({ ctx, input }) => hidePerson(ctx, change(ctx), input.hidden)),

  link: guardGalleryPart('person', 'answerAboutPeople', linkPersonInput)
    .meta({
      summary: 'Say which person of a club this is',
      errors: ['club_person_not_found', 'people_together'],
    })
    .output(changedPerson)
    .mutation(async ({ ctx, input }) => {
      await requireAnswerable(ctx, [ctx.partId]);
      return linkPerson(ctx, change(ctx), input.club_person_id, input);
    }),

  unlink: guardGalleryPart('person', 'editPeople', unlinkPersonInput)
    .meta({ summary: 'Take back which person of a club this is', errors: ['club_person_not_found'] })
    .output(changedPerson)
    .mutation(({ ctx, input }) => unlinkPerson(ctx, change(ctx), input.club_id)),

  markChecked: guardGallery('answerAboutPeople', markCheckedInput, 'gallery_id')
    .meta({
      summary: 'Say that these are nobody of a club, or may be shown outside without an answer',
      errors: ['person_not_found', 'people_other_gallery'],
    })
    .output(changedPerson)
    .mutation(async ({ ctx, input }) => {
      await requireAnswerable(ctx, input.person_ids);
      return markChecked(ctx, ctx.gallery.id, input.person_ids, input.checked_as);
    }),

  nameIsNobody: guardGallery('answerAboutPeople', nameIsNobodyInput, 'gallery_id')
    .meta({
      summary: 'Say that typed names are nobody of the club, so that readers of the gallery may read them',
      errors: ['person_not_found', 'people_other_gallery', 'edit_conflict', 'club_list_forbidden'],
    })
    .output(changedPerson)
    .mutation(({ ctx, input }) => sayNameIsNobody(ctx, ctx.gallery.id, input.people)),

  typedNames: guardClub('managePeople', typedNamesInput)
    .meta({ summary: "Names typed in the club's galleries that belong to nobody on its list" })
    .output(typedNames)
    .query(({ ctx, input }) => listTypedNames(ctx.db, { viewer: ctx.viewer, clubId: ctx.club.id }, input)),

  markTypedNamesSeen: guardClub('managePeople', byId)
    .meta({ summary: 'Say that one has seen them: names from before the upgrade are held back, too' })
    .output(done)
    .mutation(async ({ ctx }) => {
      await endReadableSinceUpgrade(ctx.db, ctx.club.id);
      return { ok: true as const };
    }),

  namesAreNobody: guardClub('managePeople', namesAreNobodyInput)
    .meta({ summary: 'Say that all of these typed names that fit nobody on the list are nobody of the club' })
    .output(namesAreNobody)
    .mutation(async ({ ctx, input }) => {
      const loose = { viewer: ctx.viewer, clubId: ctx.club.id };
      const byGallery = await listFittingNobody(ctx.db, loose, input.people);
      for (const [galleryId, seen] of byGallery)
        await sayNameIsNobody(ctx, galleryId, seen, { onlyFittingNobody: true });
      return { person_ids: [...byGallery.values()].flat().map(({ id }) => id) };
    }),

  matchQuestions: guardGallery('editPeople', byId)
    .meta({ summary: 'Persons of a gallery who may be people of its clubs, what their families said first' })
    .output(matchQuestionsOfGallery)
    .query(async ({ ctx }) => {
      const today = ctx.clock.today();
      const search = { viewer: ctx.viewer, thresholds: await searchThresholdsInForce(ctx), today };
      const { rows, more } = await listMatchQuestionsOfGallery(ctx.db, search, ctx.gallery.id);
      const people = await listPeopleByIds(
        ctx.db,
        rows.map((row) => row.person_id),
        await namesIn(ctx),
      );
      const byPerson = new Map(people.map((person) => [person.id, person]));
      return {
        questions: rows.flatMap((row) => {
          const person = byPerson.get(row.person_id);
          return person ? [{ ...row, person }] : [];
        }),
        more,
      };
    }),

  declineLink: guardGalleryPart('person', 'editPeople', linkPersonInput)
    .meta({
      summary: 'Say that this is not that person of a club; it is not asked again',
      errors: ['club_person_not_found'],
    })
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await declineLink(ctx, change(ctx), input.club_person_id, input.as_answer);
      return { ok: true as const };
    }),

  takeBackDeclinedLink: guardGalleryPart('person', 'editPeople', takeBackDeclinedLinkInput)
    .meta({
      summary: 'Take back that this is not that person of a club; it is asked again',
      errors: ['club_person_not_found'],
    })
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await takeBackDeclinedLink(ctx, ctx.partId, input.club_person_id);
      return { ok: true as const };
    }),

  setRepresentative: guardGalleryPart('person', 'editPeople', representativeInput)
    .meta({ summary: 'Choose the picture of a person', errors: ['face_not_found'] })
    .output(changedPerson)
    .mutation(({ ctx, input }) => setRepresentative(ctx, change(ctx), input.face_id)),

  suggestions: guardGallery('editPeople', byId)
    .meta({ summary: 'Pairs that may be the same person' })
    .output(suggestions)
    .query(async ({ ctx }) =>
      listMergeQuestions(ctx.db, ctx.gallery.id, await namesIn(ctx), ctx.clustering.questionsPerGallery),
    ),

  keepApart: guardGalleryPart('person', 'editPeople', keepApartInput, 'first_id')
    .meta({ summary: 'These two are different people', errors: ['people_other_gallery'] })
    .output(changedPerson)
    .mutation(({ ctx, input }) => keepPeopleApart(ctx, ctx.gallery.id, ctx.partId, input.second_id)),

  history: guardGallery('editPeople', galleryHistoryInput)
    .meta({ summary: 'What was decided about the people of a gallery, newest first' })
    .output(decisions)
    .query(async ({ ctx, input }) => listDecisions(ctx.db, ctx.gallery.id, input, await namesIn(ctx))),

  undo: guardGalleryPart('decision', 'answerAboutPeople', byId)
    .meta({ summary: 'Undo a decision', errors: ['decision_not_undoable', 'later_decision_not_undone'] })
    .output(done)
    .mutation(async ({ ctx }) => {
      await requireOwnDecision(ctx, ctx.partId);
      await undoDecision(ctx, ctx.gallery.id, ctx.partId);
      return { ok: true as const };
    }),
});
