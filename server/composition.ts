import { join } from 'node:path';
import { createImaging, type FaceEngine } from '#ml/index.ts';
import type { AppContext } from './app-context.ts';
