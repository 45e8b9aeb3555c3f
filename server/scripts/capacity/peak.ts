import type { Inputs } from './inputs.ts';

const SECONDS_PER_HOUR = 3600;
const BITS = 8;

/** What comes on the busiest evening, a second. */
export interface Peak {
  photos: number;
  uploads: number;
  /** Uploads wait for their analysis, so this rate is the smaller one. */
  analyses: number;
  lists: number;
  pictures: number;
  gbit: number;
}

export function peakOf(inputs: Inputs): Peak {
  const photos = inputs.clubs * inputs.photosPerWeek * inputs.eveningShare;
  const uploadSeconds = inputs.uploadHours * SECONDS_PER_HOUR;
  const visits = (inputs.clubs * inputs.membersPerClub * inputs.visitingShare) / uploadSeconds;
  const uploads = photos / uploadSeconds;
  const pictures = visits * inputs.picturesPerVisit;
  const megabytes = uploads * inputs.originalMb + (pictures * inputs.pictureKb) / 1000;
  return {
    photos,
    uploads,
    analyses: photos / (uploadSeconds + inputs.foundWithinHours * SECONDS_PER_HOUR),
    lists: visits * inputs.callsPerVisit,
    pictures,
    gbit: (megabytes * BITS) / 1000,
  };
}
