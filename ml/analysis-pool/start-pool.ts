import type { ExecutionProvider, FaceEngineOptions, ProviderInUse } from '../types.ts';
import { AnalysisPool } from './analysis-pool.ts';
import type { WorkerSetup } from './messages.ts';

type Options = Pick<
  FaceEngineOptions,
  'modelsDir' | 'workers' | 'yieldsNow' | 'executionProvider' | 'onThread' | 'log'
>;

/** Starts the workers on the provider that was asked for; where that fails, says so once and starts them on the processor. */
export async function startPool(
  { modelsDir, workers, yieldsNow, executionProvider: wanted = 'cpu', onThread, log }: Options,
  warm: WorkerSetup['warm'],
): Promise<{ pool: AnalysisPool; provider: ProviderInUse }> {
  const start = (executionProvider: ExecutionProvider, poolLog: Options['log']) =>
    AnalysisPool.start({
      setup: { modelsDir, executionProvider, warm },
      workers,
      yieldsNow,
      onThread,
      log: poolLog,
    });
  if (wanted === 'cpu') return { pool: await start('cpu', log), provider: { name: 'cpu', refused: null } };
  let started = false;
  try {
    // Until it has started, each worker that fails would say so.
    const pool = await start(wanted, (...entry) => started && log?.(...entry));
    started = true;
    return { pool, provider: { name: wanted, refused: null } };
  } catch (error) {
    const reason = (error as Error).message.replace(/^.*Error: /, '');
    log?.('warn', `FACE_PROVIDER ${wanted} cannot be used here; faces are found with the processor`, {
      reason,
    });
    return { pool: await start('cpu', log), provider: { name: 'cpu', refused: { name: wanted, reason } } };
  }
}
