/** Reads ONNX files of others, which some converters change. */
import { MODEL } from './onnx.ts';
import { type Field, readFields } from './protobuf.ts';

/** The fields of the file, which of them is the graph, and the graph's own. Throws Error where there is none. */
export function readGraph(model: Buffer): { top: Field[]; graphField: Field; graph: Field[] } {
  const top = readFields(model);
  const graphField = top.find((part) => part.field === MODEL.graph);
  if (!graphField) throw new Error('not an ONNX model: it holds no graph');
  return { top, graphField, graph: readFields(graphField.bytes) };
}

/** All texts of one field. */
export const texts = (fields: readonly Field[], field: number): string[] =>
  fields.filter((part) => part.field === field).map((part) => part.bytes.toString());
