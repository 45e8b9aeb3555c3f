import { type AnalysePhotoPayload, analysePhoto, analysePhotoRules } from './handlers/analyse-photo.ts';
import {
  type ClusterGalleryPayload,
  clusterGallery,
  clusterGalleryRules,
} from './handlers/cluster-gallery.ts';
import {
  type NotifyLikelyRefuserPayload,
  notifyLikelyRefuserJob,
  notifyLikelyRefuserRules,
} from './handlers/notify-likely-refuser.ts';
import {
  type NotifyPhotosProcessedPayload,
  notifyPhotosProcessed,
  notifyPhotosProcessedRules,
} from './handlers/notify-photos-processed.ts';
import {
  type RegenerateRenditionsPayload,
  regenerateRenditions,
  regenerateRenditionsRules,
} from './handlers/regenerate-renditions.ts';
import { type RemoveFilesPayload, removeFiles, removeFilesRules } from './handlers/remove-files.ts';
import { type SendMailPayload, sendMail, sendMailRules } from './handlers/send-mail.ts';
import { type SendWebPushPayload, sendWebPush, sendWebPushRules } from './handlers/send-web-push.ts';
import type { JobHandler, JobRules } from './job-handler.ts';

/** Every kind of background work; each file of handlers/ holds payload, rules and handler of one. */
export type JobPayloads = {
  'analyse-photo': AnalysePhotoPayload;
  'cluster-gallery': ClusterGalleryPayload;
  'notify-likely-refuser': NotifyLikelyRefuserPayload;
  'notify-photos-processed': NotifyPhotosProcessedPayload;
  'regenerate-renditions': RegenerateRenditionsPayload;
  'remove-files': RemoveFilesPayload;
  'send-mail': SendMailPayload;
  'send-web-push': SendWebPushPayload;
};
export type JobName = keyof JobPayloads;
export type JobHandlers = { [N in JobName]: JobHandler<JobPayloads[N]> };
export type AnyJobHandler = JobHandler<JobPayloads[JobName]>;

/** A runner looks at the kinds in this order. */
export const jobRules: { [N in JobName]: JobRules<JobPayloads[N]> } = {
  'analyse-photo': analysePhotoRules,
  'cluster-gallery': clusterGalleryRules,
  'notify-likely-refuser': notifyLikelyRefuserRules,
  'notify-photos-processed': notifyPhotosProcessedRules,
  'regenerate-renditions': regenerateRenditionsRules,
  'remove-files': removeFilesRules,
  'send-mail': sendMailRules,
  'send-web-push': sendWebPushRules,
};
export const jobNames = Object.keys(jobRules) as JobName[];

type Dependencies = Parameters<typeof analysePhoto>[0] &
  Parameters<typeof clusterGallery>[0] &
  Parameters<typeof notifyLikelyRefuserJob>[0] &
  Parameters<typeof notifyPhotosProcessed>[0] &
  Parameters<typeof regenerateRenditions>[0] &
  Parameters<typeof removeFiles>[0] &
  Parameters<typeof sendMail>[0] &
  Parameters<typeof sendWebPush>[0];

export const createJobHandlers = (dependencies: Dependencies): JobHandlers => ({
  'analyse-photo': analysePhoto(dependencies),
  'cluster-gallery': clusterGallery(dependencies),
  'notify-likely-refuser': notifyLikelyRefuserJob(dependencies),
  'notify-photos-processed': notifyPhotosProcessed(dependencies),
  'regenerate-renditions': regenerateRenditions(dependencies),
  'remove-files': removeFiles(dependencies),
  'send-mail': sendMail(dependencies),
  'send-web-push': sendWebPush(dependencies),
});

/** The kinds that stand still while there is no face engine. */
export const recognitionJobs = jobNames.filter((name) => jobRules[name].needsFaceEngine);

/** How many jobs of each kind run at once in one process. */
export const jobConcurrency = (faceWorkers: number): Record<JobName, number> =>
  Object.fromEntries(
    jobNames.map((name) => [name, jobRules[name].concurrency?.(faceWorkers) ?? 1]),
  ) as Record<JobName, number>;
