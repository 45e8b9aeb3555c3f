import { AppError } from '#server/contract/app-error.ts';
import { byId, id } from '#server/contract/schemas/common.ts';
import {
  acceptModelInput,
  faceSettings,
  previewSettingsInput,
  settingsPreview,
  updateFaceSettingsInput,
} from '#server/contract/schemas/face-settings.ts';
import {
  activeAnalysesInput,
  analysesSummary,
  photoAnalyses,
  recentAnalysesInput,
} from '#server/contract/schemas/photo-analyses.ts';
import { queuedPhotos } from '#server/contract/schemas/photos.ts';
import { forgetClustering } from '#server/features/faces/gallery-people/apply-cluster-plan.repository.ts';
import { loadGalleryFaces } from '#server/features/faces/gallery-people/faces-to-cluster.repository.ts';
import { listLookAlikes } from '#server/features/faces/gallery-people/list-look-alikes.ts';
import { namesForSignedIn } from '#server/features/faces/gallery-people/names-for-signed-in.repository.ts';
import { loadGallery } from '#server/features/galleries/galleries/load-gallery.ts';
import { lockAnalysisStatus } from '#server/features/galleries/photos/photo-analyses.repository.ts';
import { recordAudit } from '#server/features/platform/audit/record-audit.ts';
import { requireId } from '#server/ids.ts';
import { router, withPermission } from '#server/trpc/trpc.ts';
import { acceptModel } from './accepted-models.ts';
import { findAnalysisStamp, getFaceSettings, thresholdOf, updateFaceSettings } from './face-settings.ts';
import {
  getAnalysesSummary,
  listActiveAnalyses,
  listRecentAnalyses,
} from './photo-analysis-reports.repository.ts';
import { previewClustering } from './preview-clustering.ts';
import { queueAnalysis } from './queue-analysis.ts';

export const recognitionRouter = router({
  analysesSummary: withPermission('faces.administer')
    .meta({ summary: 'Figures of the recognition queue' })
    .output(analysesSummary)
    .query(async ({ ctx }) => getAnalysesSummary(ctx.db, ctx.clock.now(), await findAnalysisStamp(ctx))),

  activeAnalyses: withPermission('faces.administer')
    .meta({ summary: 'Photos waiting or at work', errors: ['field_invalid'] })
    .input(activeAnalysesInput)
    .output(photoAnalyses)
    .query(({ ctx, input }) => listActiveAnalyses(ctx.db, input.limit)),

  recentAnalyses: withPermission('faces.administer')
    .meta({ summary: 'Photos finished or given up', errors: ['field_invalid'] })
    .input(recentAnalysesInput)
    .output(photoAnalyses)
    .query(({ ctx, input }) => listRecentAnalyses(ctx.db, input.limit)),

  reprocess: withPermission('faces.administer')
    .meta({
      summary: 'Recognise the faces of a gallery again; names and decisions stay',
      errors: ['gallery_not_found'],
    })
    .input(byId)
    .output(queuedPhotos)
    .mutation(async ({ ctx, input }) => {
      const gallery = await loadGallery(ctx, ctx.viewer, input.id);
      const photos = await ctx.db.transaction().execute(async (trx) => {
        await forgetClustering(trx, gallery.id);
        await recordAudit(trx, ctx.viewer, {
          action: 'faces.reprocess',
          target: { kind: 'gallery', id: gallery.id, name: gallery.name },
        });
        return queueAnalysis(ctx.jobs, trx, { galleryId: gallery.id });
      });
      ctx.bus.publish({ topic: `gallery:${gallery.id}`, kind: 'progress' });
      return { queued: photos, photos };
    }),

  retryAnalysis: withPermission('faces.administer')
    .meta({ summary: 'Try a failed photo again', errors: ['job_not_found', 'job_not_retryable'] })
    .input(byId.extend({ id }))
    .output(queuedPhotos)
    .mutation(async ({ ctx, input }) => {
      const photoId = requireId(input.id, 'job_not_found');
      const photos = await ctx.db.transaction().execute(async (trx) => {
        const status = await lockAnalysisStatus(trx, photoId);
        if (!status) throw new AppError('job_not_found');
        if (status !== 'failed') throw new AppError('job_not_retryable');
        return queueAnalysis(ctx.jobs, trx, { photoIds: [photoId] });
      });
      return { queued: photos, photos };
    }),

  settings: withPermission('faces.administer')
    .meta({ summary: 'Recognition settings and what can be chosen' })
    .output(faceSettings)
    .query(({ ctx }) => getFaceSettings(ctx.db, ctx.engine)),

  updateSettings: withPermission('faces.administer')
    .meta({
      summary: 'Change recognition settings',
      errors: [
        'field_invalid',
        'setting_unknown_model',
        'setting_unknown_detector',
        'setting_unknown_metric',
      ],
    })
    .input(updateFaceSettingsInput)
    .output(faceSettings)
    .mutation(({ ctx, input }) => updateFaceSettings(ctx, input)),

  acceptModel: withPermission('faces.administer')
    .meta({
      summary: 'Accept the licence of a model that allows only some uses, and fetch the model',
      errors: ['field_invalid', 'setting_unknown_model', 'model_not_obtained'],
    })
    .input(acceptModelInput)
    .output(faceSettings)
    .mutation(async ({ ctx, input }) => {
      await acceptModel(ctx, input.model);
      return getFaceSettings(ctx.db, ctx.engine);
    }),

  previewSettings: withPermission('faces.administer')
    .meta({
      summary: 'What another threshold would do to a gallery; nothing is changed',
      errors: ['gallery_not_found', 'setting_unknown_metric', 'field_invalid'],
    })
    .input(previewSettingsInput)
    .output(settingsPreview)
    .query(async ({ ctx, input }) => {
      const gallery = await loadGallery(ctx, ctx.viewer, input.gallery_id);
      const now = await getFaceSettings(ctx.db, ctx.engine);
      const metric = input.distance_metric ?? now.distance_metric;
      const calibrated = thresholdOf(ctx.engine, now.recognition_model, metric);
      const calibration = ctx.engine.calibrations[now.recognition_model];
      const { lookAlikes, ...preview } = await previewClustering(
        ctx.clustering,
        await loadGalleryFaces(ctx.db, gallery.id, now.recognition_model),
        { metric: now.distance_metric, threshold: now.effective_match_threshold, calibration },
        { metric, threshold: input.match_threshold ?? calibrated, calibration },
      );
      const names = await namesForSignedIn(ctx.db, ctx.viewer, gallery, ctx.clock);
      return { ...preview, look_alikes: await listLookAlikes(ctx.db, lookAlikes, names) };
    }),
});
