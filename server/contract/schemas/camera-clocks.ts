import { z } from 'zod';
import { byId } from './common.ts';

const camera = z.string().min(1).max(200);

/** Two cameras of a gallery whose clocks seem to differ. */
const clockQuestion = z.object({
  camera,
  reference: camera,
  /** Seconds that the clock of `camera` is behind that of `reference`; below zero it is ahead. */
  late_by_s: z.number().int(),
});
export type ClockQuestion = z.output<typeof clockQuestion>;

export const cameraClocks = z.object({
  /** Asked once for each camera; null: nothing is to be asked. */
  question: clockQuestion.nullable(),
  /** Whose photos are shown at corrected times. */
  corrected: z.array(clockQuestion.omit({ reference: true })),
});

export type CameraClocks = z.output<typeof cameraClocks>;

export const answerClockInput = byId.extend({
  /** As it was asked. */
  question: clockQuestion,
  /** Whose clock is wrong. */
  wrong: z.enum(['camera', 'reference', 'neither']),
});
export const undoClockInput = byId.extend({ camera });
