/** @module-tag long */
import { existsSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { createFaceEngine, type EngineLog } from '#ml/index.ts';
import { listSupportedBackends } from '#ml/models/onnxruntime.ts';
import type { ExecutionProvider } from '#ml/types.ts';
import { samplePath } from '../golden/inputs.ts';
import { modelsDir, modelsReady } from '../support.ts';

const supported = listSupportedBackends().map(({ name }) => name);
const lacking = (['dml', 'coreml'] as const).find((name) => !supported.includes(name))!;

beforeAll(async () => {
  await modelsReady();
});

async function start(executionProvider?: ExecutionProvider) {
  const said: Parameters<EngineLog>[] = [];
  const engine = await createFaceEngine({
    modelsDir,
    workers: 1,
    executionProvider,
    log: (...entry) => said.push(entry),
  });
  return { engine, said };
}

test('a provider that this build lacks is refused once, and faces are found with the processor', async () => {
  const { engine, said } = await start(lacking);
  try {
    const reason = expect.stringMatching(/^this build of onnxruntime knows cpu, .*only$/);
    expect(engine.provider).toEqual({ name: 'cpu', refused: { name: lacking, reason } });
    expect(said).toEqual([
      ['warn', expect.stringContaining(`FACE_PROVIDER ${lacking} cannot be used`), { reason }],
    ]);
    const { detector, recogniser } = engine.defaults;
    const { faces } = await engine.analyse({
      path: samplePath(3),
      detector,
      recogniser,
      minConfidence: 0.6,
      minSizeRatio: 0,
    });
    expect(faces.length).toBeGreaterThan(0);
    expect(engine.stats()).toEqual({ workers: 1, busy: 0, queued: 0 });
  } finally {
    await engine.close();
  }
});

const library = `node_modules/onnxruntime-node/bin/napi-v6/${process.platform}/${process.arch}/libonnxruntime_providers_shared.so`;
test.runIf(process.platform === 'linux' && !existsSync(library))(
  'one that the build knows and whose library is not here is refused the same way',
  async () => {
    const { engine, said } = await start('cuda');
    await engine.close();
    expect(engine.provider).toMatchObject({ name: 'cpu', refused: { name: 'cuda' } });
    expect(said).toHaveLength(1);
  },
);
