/** The only import of onnxruntime-node. The first line is evaluated before the native library is loaded. */
import './no-telemetry.ts';

export { env, InferenceSession, listSupportedBackends, Tensor } from 'onnxruntime-node';
