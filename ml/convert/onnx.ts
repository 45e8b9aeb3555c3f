/**
 * Writes ONNX graphs. Field numbers and enum values are those of onnx.proto3
 * (https://github.com/onnx/onnx/blob/v1.16.0/onnx/onnx.proto3); opset 17 is what the graphs below were written for.
 */
import { bytesField, floatField, intField } from './protobuf.ts';

export const MODEL = { irVersion: 1, producer: 2, graph: 7, opset: 8 } as const;
export const GRAPH = { node: 1, name: 2, initializer: 5, input: 11, output: 12 } as const;
export const NODE = { input: 1, output: 2, name: 3, op: 4, attribute: 5 } as const;
/** ValueInfoProto, TypeProto, TypeProto.Tensor, TensorShapeProto and its Dimension. */
export const VALUE_INFO = { name: 1, type: 2 } as const;
export const TYPE = { tensor: 1 } as const;
export const TENSOR_TYPE = { element: 1, shape: 2 } as const;
export const SHAPE = { dimension: 1 } as const;
export const DIMENSION = { value: 1, name: 2 } as const;
export const TENSOR = { dims: 1, type: 2, floats: 4, name: 8, raw: 9 } as const;
export const ATTRIBUTE = { name: 1, f: 2, i: 3, ints: 8, type: 20 } as const;
const ATTRIBUTE_TYPE = { float: 1, int: 2, ints: 7 } as const;
export const DATA_TYPE = { float: 1, uint8: 2, int64: 7 } as const;
const IR_VERSION = 8;
const OPSET = 17;

/** `{ float: 0.5 }` because JavaScript cannot tell 1 from 1.0, and ONNX can. */
export type Attributes = Record<string, number | readonly number[] | { float: number }>;
/** A number is a fixed size, a string the name of a free one. */
export type Dims = readonly (number | string)[];

function attribute(name: string, value: Attributes[string]): Buffer {
  const head = bytesField(ATTRIBUTE.name, name);
  if (typeof value === 'number')
    return Buffer.concat([head, intField(ATTRIBUTE.i, value), intField(ATTRIBUTE.type, ATTRIBUTE_TYPE.int)]);
  if ('float' in value)
    return Buffer.concat([
      head,
      floatField(ATTRIBUTE.f, value.float),
      intField(ATTRIBUTE.type, ATTRIBUTE_TYPE.float),
    ]);
  return Buffer.concat([
    head,
    ...value.map((int) => intField(ATTRIBUTE.ints, int)),
    intField(ATTRIBUTE.type, ATTRIBUTE_TYPE.ints),
  ]);
}

/** NodeProto. */
export function node(op: string, inputs: readonly string[], output: string, attributes: Attributes): Buffer {
  return Buffer.concat([
    ...inputs.map((name) => bytesField(NODE.input, name)),
    bytesField(NODE.output, output),
    bytesField(NODE.name, output),
    bytesField(NODE.op, op),
    ...Object.entries(attributes).map(([name, value]) => bytesField(NODE.attribute, attribute(name, value))),
  ]);
}

/** ValueInfoProto: a graph's input or output. */
export function valueInfo(name: string, dataType: number, dims: Dims): Buffer {
  const shape = dims.map((dim) =>
    bytesField(
      SHAPE.dimension,
      typeof dim === 'number' ? intField(DIMENSION.value, dim) : bytesField(DIMENSION.name, dim),
    ),
  );
  const tensorType = Buffer.concat([
    intField(TENSOR_TYPE.element, dataType),
    bytesField(TENSOR_TYPE.shape, shape),
  ]);
  return Buffer.concat([
    bytesField(VALUE_INFO.name, name),
    bytesField(VALUE_INFO.type, bytesField(TYPE.tensor, tensorType)),
  ]);
}

/** TensorProto with little-endian raw data. */
export function tensor(
  name: string,
  dims: readonly number[],
  values: Float32Array | BigInt64Array | Uint8Array,
) {
  const type =
    values instanceof Float32Array
      ? DATA_TYPE.float
      : values instanceof BigInt64Array
        ? DATA_TYPE.int64
        : DATA_TYPE.uint8;
  return Buffer.concat([
    ...dims.map((dim) => intField(TENSOR.dims, dim)),
    intField(TENSOR.type, type),
    bytesField(TENSOR.name, name),
    bytesField(TENSOR.raw, new Uint8Array(values.buffer, values.byteOffset, values.byteLength)),
  ]);
}

/** Collects nodes and constants in order of call; output names are counted, so equal calls give equal bytes. */
export class GraphBuilder {
  readonly #name: string;
  readonly #nodes: Buffer[] = [];
  readonly #constants: Buffer[] = [];
  readonly #inputs: Buffer[] = [];
  readonly #outputs: Buffer[] = [];
  #count = 0;

  constructor(name: string) {
    this.#name = name;
  }

  input(name: string, dataType: number, dims: Dims): string {
    this.#inputs.push(bytesField(GRAPH.input, valueInfo(name, dataType, dims)));
    return name;
  }

  /** Names an existing value as an output of the graph. */
  output(from: string, name: string, dims: Dims): void {
    this.#nodes.push(bytesField(GRAPH.node, node('Identity', [from], name, {})));
    this.#outputs.push(bytesField(GRAPH.output, valueInfo(name, DATA_TYPE.float, dims)));
  }

  constant(dims: readonly number[], values: Float32Array | BigInt64Array): string {
    const name = `c${this.#count++}`;
    this.#constants.push(bytesField(GRAPH.initializer, tensor(name, dims, values)));
    return name;
  }

  ints(...values: number[]): string {
    return this.constant([values.length], BigInt64Array.from(values, BigInt));
  }

  floats(...values: number[]): string {
    return this.constant(values.length === 1 ? [] : [values.length], Float32Array.from(values));
  }

  add(op: string, inputs: readonly string[], attributes: Attributes = {}): string {
    const output = `${op.toLowerCase()}${this.#count++}`;
    this.#nodes.push(bytesField(GRAPH.node, node(op, inputs, output, attributes)));
    return output;
  }

  toBytes(): Buffer {
    const graph = [
      ...this.#nodes,
      bytesField(GRAPH.name, this.#name),
      ...this.#constants,
      ...this.#inputs,
      ...this.#outputs,
    ];
    return Buffer.concat([
      intField(MODEL.irVersion, IR_VERSION),
      bytesField(MODEL.producer, 'clublens'),
      bytesField(MODEL.graph, graph),
      bytesField(MODEL.opset, [bytesField(1, ''), intField(2, OPSET)]),
    ]);
  }
}
