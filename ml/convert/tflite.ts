/**
 * Reads TensorFlow Lite models: tensors with their constants, operators in order. Field numbers and enum values are
 * those of https://github.com/tensorflow/tensorflow/blob/v2.16.1/tensorflow/lite/schema/schema.fbs
 */
import { Table } from './flatbuffer.ts';

const MODEL = { operatorCodes: 1, subgraphs: 2, buffers: 4 } as const;
const OPERATOR_CODE = { deprecatedBuiltin: 0, builtin: 3 } as const;
const SUBGRAPH = { tensors: 0, inputs: 1, outputs: 2, operators: 3 } as const;
const TENSOR = { shape: 0, type: 1, buffer: 2, name: 3 } as const;
const BUFFER = { data: 0 } as const;
const OPERATOR = { opcode: 0, inputs: 1, outputs: 2, options: 4 } as const;
const FLOAT32 = 0;
/** BuiltinOperator: the few that a converter here knows. */
const OPERATORS: Record<number, string> = {
  0: 'ADD',
  3: 'CONV_2D',
  4: 'DEPTHWISE_CONV_2D',
  18: 'MUL',
  19: 'RELU',
  22: 'RESHAPE',
  41: 'SUB',
  101: 'ABS',
};

export interface TfliteTensor {
  name: string;
  shape: number[];
  /** The values of a constant; undefined for what is computed, and for types other than float. */
  values?: Float32Array;
}

export interface TfliteOperator {
  op: string;
  inputs: number[];
  outputs: number[];
  options: Table | undefined;
}

export interface TfliteGraph {
  tensors: TfliteTensor[];
  operators: TfliteOperator[];
  inputs: number[];
  outputs: number[];
}

/** Throws RangeError where the bytes are no such file. */
export function readTflite(bytes: Buffer): TfliteGraph {
  if (bytes.toString('latin1', 4, 8) !== 'TFL3') throw new RangeError('not a TensorFlow Lite model');
  const model = Table.root(bytes);
  const codes = model
    .tables(MODEL.operatorCodes)
    .map((code) => code.int32(OPERATOR_CODE.builtin, code.uint8(OPERATOR_CODE.deprecatedBuiltin)));
  const buffers = model.tables(MODEL.buffers);
  const [graph] = model.tables(MODEL.subgraphs);
  if (!graph) throw new RangeError('the model holds no graph');
  return {
    tensors: graph.tables(SUBGRAPH.tensors).map((tensor) => {
      const data = buffers[tensor.int32(TENSOR.buffer)]?.bytes(BUFFER.data);
      const isConstant = data && data.length > 0 && tensor.uint8(TENSOR.type) === FLOAT32;
      return {
        name: tensor.text(TENSOR.name),
        shape: tensor.int32s(TENSOR.shape),
        ...(isConstant ? { values: new Float32Array(new Uint8Array(data).buffer) } : {}),
      };
    }),
    operators: graph.tables(SUBGRAPH.operators).map((operator) => {
      const code = codes[operator.int32(OPERATOR.opcode)] ?? -1;
      return {
        op: OPERATORS[code] ?? `operator ${code}`,
        inputs: operator.int32s(OPERATOR.inputs),
        outputs: operator.int32s(OPERATOR.outputs),
        options: operator.table(OPERATOR.options),
      };
    }),
    inputs: graph.int32s(SUBGRAPH.inputs),
    outputs: graph.int32s(SUBGRAPH.outputs),
  };
}
