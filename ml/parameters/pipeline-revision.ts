/**
 * Raised by hand when code, or `referenceLandmarks` of alignment.ts, changes what the engine finds. Models and the parameters
 * in pipeline/version.ts change the version by themselves.
 */
export const PIPELINE_REVISION = 4;
