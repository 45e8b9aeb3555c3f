import { CONNECTIONS_PER_PROCESS } from '#server/db/postgres-server-pool.ts';
import type { Inputs } from './inputs.ts';
import { peakOf } from './peak.ts';
import { rowsAfter } from './rows.ts';

const THOUSAND = 1000;
const SECONDS_PER_HOUR = 3600;

export interface Processes {
  webCores: number;
  workerCores: number;
  /** Processes that do everything (1), or that answer and that work. */
  all: number;
  web: number;
  worker: number;
  connections: number;
}

/** Cores and processes for the busiest evening. The web processes decode what is uploaded, the workers find the faces. */
export function processesFor(inputs: Inputs): Processes {
  const peak = peakOf(inputs);
  const requests = peak.lists + peak.pictures + peak.uploads;
  const webMs = peak.uploads * inputs.renditionsCoreMs + requests * inputs.webMsPerRequest;
  const workerMs = peak.analyses * inputs.facesCoreMs + groupingMsPerSecond(inputs);
  const webCores = webMs / THOUSAND / inputs.busyShare;
  const workerCores = workerMs / THOUSAND / inputs.busyShare;
  const fitsInOne =
    webCores + workerCores <= inputs.coresPerProcess && rowsAfter(inputs).photos <= inputs.embeddedPhotos;
  const [all, web, worker] = fitsInOne
    ? [1, 0, 0]
    : [0, Math.ceil(webCores / inputs.coresPerProcess), Math.ceil(workerCores / inputs.coresPerProcess)];
  return {
    webCores,
    workerCores,
    all,
    web,
    worker,
    connections: (all + web + worker) * CONNECTIONS_PER_PROCESS,
  };
}

/** Grouping compares all pairs of a gallery: beyond 1,000 faces its time grows with their square. */
function groupingMsPerSecond(inputs: Inputs): number {
  const galleries = inputs.clubs * inputs.galleriesPerWeek * inputs.eveningShare;
  const thousands = ((inputs.photosPerWeek / inputs.galleriesPerWeek) * inputs.facesPerPhoto) / THOUSAND;
  const ms =
    inputs.groupingMsPerThousandFaces * Math.max(thousands, thousands ** 2) * inputs.groupingsPerGallery;
  return (galleries * ms) / ((inputs.uploadHours + inputs.foundWithinHours) * SECONDS_PER_HOUR);
}
