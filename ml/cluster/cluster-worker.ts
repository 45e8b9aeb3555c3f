/** Clustering in a thread of its own, for callers that must go on answering. */
import { parentPort, workerData } from 'node:worker_threads';
import { planOf } from './cluster.ts';
import { withProducts } from './neighbours/products.ts';
import type { ClusterInput } from './types.ts';

parentPort?.postMessage(await withProducts(planOf((workerData as { input: ClusterInput }).input)));
