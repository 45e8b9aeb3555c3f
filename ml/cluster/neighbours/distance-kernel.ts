/**
 * One row against many, four numbers at a time. JavaScript has no vector arithmetic, WebAssembly has: this loop is
 * ten times faster there, and it is all that 50,000 faces spend their time on. The module is small enough to be
 * written down as it is (https://webassembly.github.io/spec/core/binary, SIMD since Node 16).
 */

/** Numbers a step; rows are padded to a multiple of it. After each step a row that is too far is left. */
export const STEP = 32;
const LANES_BYTES = 16;

/** Unsigned LEB128. NOTE: constants are read as signed; 8 and 128, the only ones here, are the same either way. */
const leb = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >>> 7)];
const sized = (bytes: number[]): number[] => [...leb(bytes.length), ...bytes];
const section = (id: number, bytes: number[]): number[] => [id, ...sized(bytes)];
const text = (value: string): number[] => sized([...Buffer.from(value)]);

const I32 = 0x7f;
const F32 = 0x7d;
const V128 = 0x7b;
const VOID = 0x40;

const get = (local: number) => [0x20, ...leb(local)];
const set = (local: number) => [0x21, ...leb(local)];
const i32 = (value: number) => [0x41, ...leb(value)];
const simd = (op: number) => [0xfd, ...leb(op)];
const I32_ADD = 0x6a;
const I32_GE_U = 0x4f;
const F32_ADD = 0x92;
const F32_GT = 0x5e;
const BLOCK = 0x02;
const LOOP = 0x03;
const END = 0x0b;
const BRANCH = 0x0c;
const BRANCH_IF = 0x0d;
const V128_LOAD = 0x00;
const F32X4_LANE = 0x1f;
const F32X4_ADD = 0xe4;
const F32X4_SUB = 0xe5;
const F32X4_MUL = 0xe6;
const V128_ZERO = [...simd(0x0c), ...new Array(16).fill(0)];

/** Parameters, then locals, by number. */
const ROW = 0;
const OTHER = 1;
const OTHERS_END = 2;
const ROW_BYTES = 3;
const LIMIT = 4;
const OUT = 5;
const SUM = 6;
const A = 7;
const B = 8;
const A_END = 9;
const ACC = 10;
const DIFF = 11;

const load = (local: number, offset: number) => [...get(local), ...simd(V128_LOAD), 4, ...leb(offset)];
const lane = (index: number) => [...get(ACC), ...simd(F32X4_LANE), index];

/** ACC += (A[..4] - B[..4])^2, eight times. */
const step = Array.from({ length: (STEP * 4) / LANES_BYTES }, (_, i) => [
  ...load(A, i * LANES_BYTES),
  ...load(B, i * LANES_BYTES),
  ...simd(F32X4_SUB),
  ...set(DIFF),
  ...get(ACC),
  ...get(DIFF),
  ...get(DIFF),
  ...simd(F32X4_MUL),
  ...simd(F32X4_ADD),
  ...set(ACC),
]).flat();

const advance = (local: number, by: number[]) => [...get(local), ...by, I32_ADD, ...set(local)];

// biome-ignore format: one line an instruction group reads best
const body = [
  BLOCK, VOID,
    LOOP, VOID,                                                   // for each other row
      ...get(OTHER), ...get(OTHERS_END), I32_GE_U, BRANCH_IF, 1,
      BLOCK, VOID,                                                //   leaving this block = too far
        ...V128_ZERO, ...set(ACC),
        ...get(ROW), ...set(A), ...get(OTHER), ...set(B),
        ...get(ROW), ...get(ROW_BYTES), I32_ADD, ...set(A_END),
        BLOCK, VOID,
          LOOP, VOID,                                             //   for each step
            ...get(A), ...get(A_END), I32_GE_U, BRANCH_IF, 1,
            ...step,
            ...lane(0), ...lane(1), F32_ADD, ...lane(2), F32_ADD, ...lane(3), F32_ADD, ...set(SUM),
            ...get(SUM), ...get(LIMIT), F32_GT, BRANCH_IF, 2,
            ...advance(A, i32(STEP * 4)), ...advance(B, i32(STEP * 4)),
            BRANCH, 0,
          END,
        END,
        ...get(OUT), ...get(OTHER), 0x36, 2, 0,                   //   near: store address and distance
        ...get(OUT), ...get(SUM), 0x38, 2, 4,
        ...advance(OUT, i32(8)),
      END,
      ...get(OTHER), ...get(ROW_BYTES), I32_ADD, ...set(OTHER),
      BRANCH, 0,
    END,
  END,
  ...get(OUT),
  END,
];

const MODULE = new Uint8Array([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...section(1, [1, 0x60, ...sized([I32, I32, I32, I32, F32, I32]), ...sized([I32])]),
  ...section(2, [1, ...text('host'), ...text('memory'), 0x02, 0x00, 0x01]),
  ...section(3, [1, 0]),
  ...section(7, [1, ...text('near'), 0x00, 0x00]),
  ...section(10, [1, ...sized([3, 1, F32, 3, I32, 2, V128, ...body])]),
]);

let compiled: WebAssembly.Module | undefined;

/**
 * `near(row, from, to, rowBytes, limit, out)`: all addresses are bytes in `memory`. For each row in [from, to) whose
 * squared distance to `row` is at most `limit`, its address (int32) and the distance (float32) are written to `out`;
 * the answer is the end of what was written.
 */
export type Near = (
  row: number,
  from: number,
  to: number,
  rowBytes: number,
  limit: number,
  out: number,
) => number;

export function distanceKernel(bytes: number): { memory: WebAssembly.Memory; near: Near } {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / 65536) });
  compiled ??= new WebAssembly.Module(MODULE);
  const instance = new WebAssembly.Instance(compiled, { host: { memory } });
  return { memory, near: instance.exports.near as Near };
}
