import { DecodingInterrupted, type Imaging, ImagingError } from '#ml/index.ts';
import type { Needs } from '#server/app-context.ts';
