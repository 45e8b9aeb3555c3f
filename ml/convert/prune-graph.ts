/** Cuts an ONNX file down to the nodes and constants that some of its values need. */
import { DATA_TYPE, type Dims, GRAPH, MODEL, NODE, node, TENSOR, valueInfo } from './onnx.ts';
import { bytesField, type Field, readFields } from './protobuf.ts';
import { readGraph, texts } from './read-graph.ts';

export interface GraphOutput {
  /** The value's name in the file, and its name as an output from now on. */
  from: string;
  name: string;
  dims: Dims;
}

/** The model's bytes with these outputs in place of its own. Throws Error where a value is not in the graph. */
export function pruneGraph(model: Buffer, outputs: readonly GraphOutput[]): Buffer {
  const { top, graphField, graph } = readGraph(model);
  const needed = new Set<string>(outputs.map(({ from }) => from));
  const kept = new Set<Field>();
  // Nodes stand in the order of computation, so backwards every reader comes before what it reads.
  for (const part of graph.toReversed()) {
    if (part.field !== GRAPH.node) continue;
    const fields = readFields(part.bytes);
    if (!texts(fields, NODE.output).some((name) => needed.has(name))) continue;
    kept.add(part);
    for (const name of texts(fields, NODE.input)) needed.add(name);
  }
  const computed = [...kept].flatMap((part) => texts(readFields(part.bytes), NODE.output));
  for (const { from } of outputs)
    if (!computed.includes(from)) throw new Error(`the graph computes no ${from}`);
  const isKept = (part: Field) => {
    if (part.field === GRAPH.node) return kept.has(part);
    if (part.field === GRAPH.initializer)
      return texts(readFields(part.bytes), TENSOR.name).some((name) => needed.has(name));
    return part.field === GRAPH.name || part.field === GRAPH.input;
  };
  const renamed = outputs.filter(({ from, name }) => from !== name);
  return Buffer.concat(
    top.map((part) =>
      part === graphField
        ? bytesField(MODEL.graph, [
            ...graph.filter(isKept).map((each) => each.raw),
            ...renamed.map(({ from, name }) => bytesField(GRAPH.node, node('Identity', [from], name, {}))),
            ...outputs.map(({ name, dims }) =>
              bytesField(GRAPH.output, valueInfo(name, DATA_TYPE.float, dims)),
            ),
          ])
        : part.raw,
    ),
  );
}
