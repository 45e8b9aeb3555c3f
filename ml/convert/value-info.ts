/** Rewrites a graph's input or output (ValueInfoProto of onnx.proto3). */
import { DIMENSION, SHAPE, TENSOR_TYPE, TYPE, VALUE_INFO } from './onnx.ts';
import { bytesField, readFields } from './protobuf.ts';

/** The message with one nested field (the first of that number) replaced by what `change` makes of its body. */
function replaceField(message: Buffer, field: number, change: (body: Buffer) => Buffer): Buffer {
  const fields = readFields(message);
  const first = fields.find((part) => part.field === field);
  return Buffer.concat(
    fields.map((part) => (part === first ? bytesField(field, change(part.bytes)) : part.raw)),
  );
}

/** The same value with a first dimension that is free and called `name`, so that a batch of any size fits. */
export const withFirstDimension = (valueInfo: Buffer, name: string): Buffer =>
  replaceField(valueInfo, VALUE_INFO.type, (type) =>
    replaceField(type, TYPE.tensor, (tensorType) =>
      replaceField(tensorType, TENSOR_TYPE.shape, (shape) =>
        replaceField(shape, SHAPE.dimension, () => bytesField(DIMENSION.name, name)),
      ),
    ),
  );
