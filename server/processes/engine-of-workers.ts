import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { AppError } from '#server/contract/app-error.ts';
import type { DB } from '#server/db/tables.ts';
import type { EngineHandle } from '#server/face-engine/face-engine-handle.ts';
import type { FaceEngineInfo } from '../app-context.ts';
import { type EngineFacts, findEngineFacts } from './processes.repository.ts';

/** How long an administrator waits until a worker has fetched a model. */
const OBTAIN_WITHIN_MS = 90_000;
const LOOK_MS = 1_000;

/** The engine as a process without models sees it: what a worker process has reported last. Throws `dependency_away` before. */
export function engineOfWorkers(db: Kysely<DB>): EngineHandle & { refresh(): Promise<void> } {
  let facts: EngineFacts | undefined;
  const refresh = async () => {
    facts = (await findEngineFacts(db)) ?? facts;
  };
  const reported = (): EngineFacts => {
    if (!facts) throw new AppError('dependency_away');
    return facts;
  };
  const info: FaceEngineInfo = {
    get detectors() {
      return reported().detectors;
    },
    get models() {
      return reported().models;
    },
    get metricsByModel() {
      return reported().metricsByModel;
    },
    get thresholds() {
      return reported().thresholds;
    },
    get calibrations() {
      return reported().calibrations;
    },
    get defaults() {
      return reported().defaults;
    },
    get modelsWithLicenceToAccept() {
      return reported().reserved;
    },
    get provider() {
      return reported().provider;
    },
    pipelineVersion(detector, model) {
      const version = reported().pipelineVersions[detector]?.[model];
      if (version === undefined) throw new AppError('dependency_away');
      return version;
    },
    // The acceptance is in the database; workers look for it and fetch the model.
    async obtain(model) {
      const giveUpAt = Date.now() + OBTAIN_WITHIN_MS;
      while (!reported().models.includes(model)) {
        if (Date.now() > giveUpAt) throw new AppError('model_not_obtained');
        await delay(LOOK_MS);
        await refresh();
      }
    },
  };
  return {
    info,
    ready: new Promise(() => {}),
    state: () => 'elsewhere',
    missing: () => [],
    close: async () => {},
    refresh,
  };
}
