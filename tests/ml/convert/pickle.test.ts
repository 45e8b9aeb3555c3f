/** Pickles are programs; these would do harm under Python, and must be refused or be mere data here. */
import { describe, expect, it } from 'vitest';
import { PickleFunction, readPickle } from '#ml/convert/pickle.ts';
import { readStoredZip } from '#ml/convert/stored-zip.ts';
import { readTorchWeights } from '#ml/convert/torch-weights.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');
/** BINUNICODE: a text with its length. */
const text = (value: string) => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(value.length);
  return `X${length.toString('latin1')}${value}`;
};
const refuseLoad = () => {
  throw new RangeError('no storage');
};
const pair = new PickleFunction(([a, b]) => ({ pair: [a, b] }));
const read = (program: string) => readPickle(bytes(program), { 'safe pair': pair }, refuseLoad);

describe('a pickle', () => {
  it('becomes plain data', () => {
    const program = `\x80\x02}(${text('a')}K\x05${text('b')}J\xff\xff\xff\xff${text('c')}csafe\npair\n\x88\x89\x86Ru.`;
    expect(read(program)).toEqual(
      new Map<string, unknown>([
        ['a', 5],
        ['b', -1],
        ['c', { pair: [true, false] }],
      ]),
    );
    expect(read(`${text('again')}q\x01h\x01\x86.`)).toEqual(['again', 'again']);
  });

  it.each([
    ['runs a command', `cos\nsystem\n(${text('touch /tmp/owned')}tR.`, 'asks for os system'],
    ['evaluates text', `cbuiltins\neval\n(${text('1')}tR.`, 'asks for builtins eval'],
    ['imports by the stack', `${text('os')}${text('system')}\x93.`, 'uses opcode 0x93'],
    ['makes an instance', `(${text('x')}ios\nsystem\n.`, 'uses opcode 0x69'],
    ['calls a class of its own', 'csafe\npair\n)\x81.', 'uses opcode 0x81'],
    ['reaches for what every object has', 'cconstructor\n\n.', 'asks for constructor '],
    ['names a property of the list of allowed names', 'c__proto__\n\n.', 'asks for __proto__'],
    ['calls a text', `${text('eval')}${text('1')}\x85R.`, 'calls what is no function'],
    ['calls with what is no tuple', `csafe\npair\nK\x01R.`, 'calls what is no function'],
    ['sets items of a text', `${text('a')}K\x01K\x02s.`, 'is no dictionary'],
    ['reads a file by a persistent id', `${text('/etc/passwd')}Q.`, 'no storage'],
    ['remembers what it never put', 'h\x07.', 'remembers no 7'],
    ['takes from an empty stack', 'R.', 'empty stack'],
    ['ends early', `${text('long').slice(0, -2)}`, 'ends too early'],
    ['claims a text longer than itself', 'X\xff\xff\xff\x7f.', 'ends too early'],
    ['has no end', 'K\x01', 'ends too early'],
  ])('that %s is refused', (_, program, why) => {
    expect(() => read(program)).toThrow(why);
  });

  it('that sets attributes changes nothing', () => {
    const value = read(`}${text('__proto__')}${text('evil')}sb.`.replace('}', '}}'));
    expect(value).toEqual(new Map());
    expect(({} as Record<string, unknown>).evil).toBeUndefined();
  });
});

/** A ZIP of stored files, as PyTorch writes it. */
function zip(files: Record<string, Buffer>, method = 0): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, body] of Object.entries(files)) {
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(body.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    bodies.push(header, Buffer.from(name), body);
    directory.push(entry, Buffer.from(name));
    at += header.length + name.length + body.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, ...directory, end]);
}

/** State dictionary with one tensor `w` of a storage of six floats; `tensor` are its offset, sizes and strides. */
const stateOf = (tensor: string, storage = 'FloatStorage', rebuild = '_rebuild_tensor_v2', more = '\x89)') =>
  bytes(
    `\x80\x02ccollections\nOrderedDict\n)R${text('w')}ctorch._utils\n${rebuild}\n((${text('storage')}` +
      `ctorch\n${storage}\n${text('0')}${text('cpu')}K\x06tQ${tensor}${more}tRs.`,
  );
const floats = Buffer.from(Float32Array.of(1, 2, 3, 4, 5, 6).buffer);

describe('a PyTorch file', () => {
  it('holds tensors in any order of their numbers', () => {
    const read = (tensor: string) =>
      readTorchWeights(zip({ 'm/data.pkl': stateOf(tensor), 'm/data/0': floats })).get('w');
    expect(read('K\x00K\x02K\x03\x86K\x03K\x01\x86')).toEqual({
      shape: [2, 3],
      values: Float32Array.of(1, 2, 3, 4, 5, 6),
    });
    // Transposed, and from the second number on.
    expect(read('K\x01K\x02K\x02\x86K\x01K\x03\x86')).toEqual({
      shape: [2, 2],
      values: Float32Array.of(2, 5, 3, 6),
    });
  });

  it('holds int8 tensors with their scale and zero', () => {
    const quantised = stateOf(
      'K\x00K\x03\x85K\x01\x85',
      'QInt8Storage',
      '_rebuild_qtensor',
      'ctorch\nper_tensor_affine\nG\x3f\xe0\x00\x00\x00\x00\x00\x00K\x02\x87\x89)',
    );
    const file = zip({ 'm/data.pkl': quantised, 'm/data/0': Buffer.from([0xfe, 0, 6]) });
    expect(readTorchWeights(file).get('w')).toEqual({ shape: [3], values: Float32Array.of(-2, -1, 2) });
  });

  it.each([
    [
      'reads outside of its numbers',
      { 'm/data.pkl': stateOf('K\x05K\x02\x85K\x01\x85'), 'm/data/0': floats },
      'outside',
    ],
    [
      'claims more numbers than there are',
      { 'm/data.pkl': stateOf('K\x00K\xff\x85K\x00\x85'), 'm/data/0': floats },
      'does not fit',
    ],
    [
      'names a storage that is not there',
      { 'm/data.pkl': stateOf('K\x00K\x01\x85K\x01\x85') },
      'no storage 0',
    ],
    [
      'names a storage elsewhere',
      {
        'm/data.pkl': bytes(
          stateOf('K\x00K\x01\x85K\x01\x85').toString('latin1').replace(text('0'), text('../x')),
        ),
        x: floats,
      },
      'no storage ../x',
    ],
    [
      'asks for another class',
      { 'm/data.pkl': stateOf('K\x00K\x01\x85K\x01\x85', 'DoubleStorage'), 'm/data/0': floats },
      'asks for torch DoubleStorage',
    ],
    [
      'runs a command',
      { 'm/data.pkl': bytes(`\x80\x02cposix\nsystem\n${text('id')}\x85R.`) },
      'asks for posix system',
    ],
    ['holds no pickle', { 'm/version': Buffer.from('3') }, 'no data.pkl'],
  ] as const)('that %s is refused', (_, files, why) => {
    expect(() => readTorchWeights(zip(files as Record<string, Buffer>))).toThrow(why);
  });

  it('that is no plain ZIP is refused', () => {
    const file = zip({ 'm/data.pkl': floats });
    expect(readStoredZip(file)).toEqual(new Map([['m/data.pkl', floats]]));
    expect(() => readStoredZip(zip({ a: floats }, 8))).toThrow('a is compressed');
    expect(() => readStoredZip(file.subarray(0, 40))).toThrow('not a ZIP archive');
    const longer = Buffer.from(file);
    longer.writeUInt32LE(0xffff, file.length - 22 - 46 - 'm/data.pkl'.length + 24);
    expect(() => readStoredZip(longer)).toThrow('the ZIP ends within m/data.pkl');
  });
});
