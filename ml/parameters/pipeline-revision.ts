/** Raised by hand when code changes what the engine finds. Parameters and model files count by themselves: pipeline/version.ts. */
export const PIPELINE_REVISION = 4;
