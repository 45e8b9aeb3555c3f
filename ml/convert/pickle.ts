/**
 * Reads Python pickles as data. A pickle is a program for a small machine that may import and call anything; this one
 * calls nothing but the functions it is given, which build plain values, and refuses every other name and opcode.
 * Opcodes: https://github.com/python/cpython/blob/3.12/Lib/pickletools.py
 */

/** What stands for `module name` of the pickle: a value, or a function of plain values that is called with them. */
export type Allowed = Record<string, PickleValue | PickleFunction>;
export type PickleValue = unknown;

/** A function that a pickle may call. A class, so that no other function is ever taken for one. */
export class PickleFunction {
  readonly build: (args: readonly PickleValue[]) => PickleValue;

  constructor(build: (args: readonly PickleValue[]) => PickleValue) {
    this.build = build;
  }
}

const MARK = Symbol('mark');
const OPCODE = {
  mark: '(',
  stop: '.',
  global: 'c',
  reduce: 'R',
  build: 'b',
  proto: '\x80',
  persistentId: 'Q',
  put: 'q',
  longPut: 'r',
  get: 'h',
  longGet: 'j',
  int: 'J',
  int1: 'K',
  int2: 'M',
  float: 'G',
  text: 'X',
  true: '\x88',
  false: '\x89',
  none: 'N',
  emptyTuple: ')',
  tuple1: '\x85',
  tuple2: '\x86',
  tuple3: '\x87',
  tuple: 't',
  emptyDict: '}',
  setItem: 's',
  setItems: 'u',
} as const;

/**
 * The value that the pickle describes: tuples as arrays, dictionaries as Maps.
 * @param load what a persistent id stands for
 * @throws RangeError where the pickle asks for a name that is not allowed, an opcode that is not known, or ends early
 */
export function readPickle(
  bytes: Buffer,
  allowed: Allowed,
  load: (id: PickleValue) => PickleValue,
): PickleValue {
  const stack: PickleValue[] = [];
  const memo = new Map<number, PickleValue>();
  let at = 0;
  const take = (count: number): number => {
    const from = at;
    at += count;
    if (at > bytes.length) throw new RangeError('the pickle ends too early');
    return from;
  };
  const pop = (): PickleValue => {
    if (stack.length === 0) throw new RangeError('the pickle takes from an empty stack');
    return stack.pop();
  };
  const popMany = (count: number): PickleValue[] => Array.from({ length: count }, pop).reverse();
  const popToMark = (): PickleValue[] => {
    const from = stack.lastIndexOf(MARK);
    if (from < 0) throw new RangeError('the pickle lacks a mark');
    return stack.splice(from).slice(1);
  };
  const recall = (key: number): PickleValue => {
    if (!memo.has(key)) throw new RangeError(`the pickle remembers no ${key}`);
    return memo.get(key);
  };
  const line = (): string => {
    const end = bytes.indexOf('\n', at);
    if (end < 0) throw new RangeError('the pickle ends too early');
    const text = bytes.toString('utf8', at, end);
    at = end + 1;
    return text;
  };
  const setItems = (pairs: PickleValue[]): void => {
    const target = stack.at(-1);
    if (!(target instanceof Map)) throw new RangeError('the pickle sets items of what is no dictionary');
    for (let i = 0; i < pairs.length; i += 2) target.set(pairs[i], pairs[i + 1]);
  };

  for (;;) {
    const opcode = String.fromCharCode(bytes.readUInt8(take(1)));
    switch (opcode) {
      case OPCODE.stop:
        return pop();
      case OPCODE.proto:
        take(1);
        break;
      case OPCODE.mark:
        stack.push(MARK);
        break;
      case OPCODE.global: {
        const name = `${line()} ${line()}`;
        if (!Object.hasOwn(allowed, name)) throw new RangeError(`the pickle asks for ${name}`);
        stack.push(allowed[name]);
        break;
      }
      case OPCODE.reduce: {
        const args = pop();
        const called = pop();
        if (!(called instanceof PickleFunction) || !Array.isArray(args))
          throw new RangeError('the pickle calls what is no function');
        stack.push(called.build(args));
        break;
      }
      case OPCODE.build:
        // Attributes of an object; what is read here are dictionaries, whose items say everything.
        pop();
        break;
      case OPCODE.persistentId:
        stack.push(load(pop()));
        break;
      case OPCODE.put:
        memo.set(bytes.readUInt8(take(1)), stack.at(-1));
        break;
      case OPCODE.longPut:
        memo.set(bytes.readUInt32LE(take(4)), stack.at(-1));
        break;
      case OPCODE.get:
        stack.push(recall(bytes.readUInt8(take(1))));
        break;
      case OPCODE.longGet:
        stack.push(recall(bytes.readUInt32LE(take(4))));
        break;
      case OPCODE.int:
        stack.push(bytes.readInt32LE(take(4)));
        break;
      case OPCODE.int1:
        stack.push(bytes.readUInt8(take(1)));
        break;
      case OPCODE.int2:
        stack.push(bytes.readUInt16LE(take(2)));
        break;
      case OPCODE.float:
        stack.push(bytes.readDoubleBE(take(8)));
        break;
      case OPCODE.text: {
        const length = bytes.readUInt32LE(take(4));
        const from = take(length);
        stack.push(bytes.toString('utf8', from, from + length));
        break;
      }
      case OPCODE.true:
        stack.push(true);
        break;
      case OPCODE.false:
        stack.push(false);
        break;
      case OPCODE.none:
        stack.push(null);
        break;
      case OPCODE.emptyTuple:
        stack.push([]);
        break;
      case OPCODE.tuple1:
        stack.push(popMany(1));
        break;
      case OPCODE.tuple2:
        stack.push(popMany(2));
        break;
      case OPCODE.tuple3:
        stack.push(popMany(3));
        break;
      case OPCODE.tuple:
        stack.push(popToMark());
        break;
      case OPCODE.emptyDict:
        stack.push(new Map());
        break;
      case OPCODE.setItem:
        setItems(popMany(2));
        break;
      case OPCODE.setItems:
        setItems(popToMark());
        break;
      default:
        throw new RangeError(`the pickle uses opcode 0x${opcode.charCodeAt(0).toString(16)}`);
    }
  }
}
