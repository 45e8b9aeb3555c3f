/** Raised by hand when code (not a number below, which counts by itself) changes what the engine finds. */
export const PIPELINE_REVISION = 4;
