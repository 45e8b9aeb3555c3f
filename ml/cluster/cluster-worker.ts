/** Clustering in a thread of its own, for callers that must go on answering. */
import { parentPort, workerData } from 'node:worker_threads';
import { clusterFaces } from './cluster.ts';
import type { ClusterInput } from './types.ts';

parentPort?.postMessage(clusterFaces(workerData as ClusterInput));
