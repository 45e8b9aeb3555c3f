/**
 * Raised by hand when code, or `referenceLandmarks` of alignment.ts, changes what the engine finds. Models and the parameters
 * in pipeline/version.ts change the version by themselves. The normalisation of embeddings is no part of it: with a new file of
 * ml/normalisation a migration brings stored embeddings over, so that no photo has to be analysed again.
 */
export const PIPELINE_REVISION = 4;
