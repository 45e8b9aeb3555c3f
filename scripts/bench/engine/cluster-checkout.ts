/**
 * Groups one made-up gallery by the code of a checkout, which may be of an old commit. Arguments: the checkout and what to group,
 * as a `ClusterCase`.
 */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ClusterInput, ClusterPlan } from '#ml/index.ts';
import { samePersonThresholds } from '#ml/parameters/same-person-thresholds.ts';
import type { ClusterCase, ClusterCost } from './cluster-bench.ts';
import { geometries, syntheticFaces } from './synthetic-faces.ts';

const [checkout = '', json = ''] = process.argv.slice(2);
const { geometry, faces: count, photosMore }: ClusterCase = JSON.parse(json);
const { clusterFacesInWorker } = await import(pathToFileURL(path.join(checkout, 'ml/index.ts')).href);

const { faces, truth } = syntheticFaces(count, 1, geometries[geometry]);
const whoIs = new Map(faces.map(({ id }, i) => [id, truth[i]!]));
const photos = [...new Set(faces.map(({ photoId }) => photoId))].sort();
// Every so many photos in the order of their names, so that the new ones show all sorts of people.
const step = Math.max(1, Math.floor(photos.length / photosMore));
const added = new Set(photos.filter((_, i) => i % step === 0).slice(0, photosMore));
if (photosMore > 0)
  for (const face of faces) if (!added.has(face.photoId)) face.personId = `p${whoIs.get(face.id)}`;
const { thresholds, strangers } = samePersonThresholds.sface!;
const parameters: ClusterInput['parameters'] =
  geometry === 'dlib'
    ? { metric: 'cosine', threshold: 0.065, mode: 'extend' }
    : {
        metric: 'cosine',
        threshold: thresholds.cosine!,
        mode: 'extend',
        calibration: { threshold: thresholds.cosine!, strangers: strangers! },
      };

const before = process.cpuUsage();
const plan: ClusterPlan = await clusterFacesInWorker({ faces, decisions: [], parameters });
const { user, system } = process.cpuUsage(before);
const cost: ClusterCost = {
  seconds: (user + system) / 1e6,
  memoryMb: process.resourceUsage().maxRSS / 1e3,
  groups: plan.groups.length,
  mixed: plan.groups.filter(({ faceIds }) => new Set(faceIds.map((id) => whoIs.get(id))).size > 1).length,
  persons: new Set(truth).size,
  digest: createHash('sha256').update(JSON.stringify(plan)).digest('hex'),
};
process.send?.(cost, () => process.exit(0));
