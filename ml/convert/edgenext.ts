/**
 * Blocks of EdgeNeXt (Maaz et al., "EdgeNeXt: Efficiently Amalgamated CNN-Transformer Architecture", 2022) as timm writes
 * them: https://github.com/huggingface/pytorch-image-models/blob/v0.9.16/timm/models/edgenext.py
 */
import { fourierPositions } from './fourier-positions.ts';
import type { GraphBuilder } from './onnx.ts';
import type { Weight } from './tensorflow-js-weights.ts';

const EPSILON = { float: 1e-6 } as const;
/** The smallest length a vector is divided by (torch.nn.functional.normalize). */
const SHORTEST = 1e-12;
const NCHW_TO_NHWC = { perm: [0, 2, 3, 1] } as const;
const NHWC_TO_NCHW = { perm: [0, 3, 1, 2] } as const;

export class EdgeNext {
  readonly #graph: GraphBuilder;
  readonly #weights: ReadonlyMap<string, Weight>;
  readonly #prefix: string;

  constructor(graph: GraphBuilder, weights: ReadonlyMap<string, Weight>, prefix: string) {
    this.#graph = graph;
    this.#weights = weights;
    this.#prefix = prefix;
  }

  has(name: string): boolean {
    return this.#weights.has(`${this.#prefix}.${name}`);
  }

  /** Throws Error where the file lacks the weight. */
  weight(name: string): Weight {
    const found = this.#weights.get(`${this.#prefix}.${name}`);
    if (!found) throw new Error(`the file holds no weight named ${name}`);
    return found;
  }

  /** A convolution, depthwise where its filters read one channel; padded by half its size where it has no stride. */
  conv(x: string, name: string, { stride = 1 } = {}): string {
    const { shape, values } = this.weight(`${name}.weight`);
    const [cout = 0, cin = 0, kh = 0, kw = 0] = shape;
    const pad = stride === 1 ? (kh - 1) / 2 : 0;
    return this.#graph.add('Conv', [x, this.#graph.constant(shape, values), this.#constant(`${name}.bias`)], {
      kernel_shape: [kh, kw],
      strides: [stride, stride],
      pads: [pad, pad, pad, pad],
      group: cin === 1 ? cout : 1,
    });
  }

  /** Layer normalisation over the last axis, whose number is given. */
  norm(x: string, name: string, axis: number): string {
    const inputs = [x, this.#constant(`${name}.weight`), this.#constant(`${name}.bias`)];
    return this.#graph.add('LayerNormalization', inputs, { axis, epsilon: EPSILON });
  }

  /** The same over the channels of [n, c, h, w]. */
  norm2d(x: string, name: string): string {
    const normed = this.norm(this.#graph.add('Transpose', [x], NCHW_TO_NHWC), name, 3);
    return this.#graph.add('Transpose', [normed], NHWC_TO_NCHW);
  }

  linear(x: string, name: string): string {
    const { shape, values } = this.weight(`${name}.weight`);
    const [to = 0, from = 0] = shape;
    const turned = new Float32Array(values.length);
    for (let o = 0; o < to; o++) for (let i = 0; i < from; i++) turned[i * to + o] = values[o * from + i]!;
    const product = this.#graph.add('MatMul', [x, this.#graph.constant([from, to], turned)]);
    return this.#graph.add('Add', [product, this.#constant(`${name}.bias`)]);
  }

  /** One block of a stage, [n, c, side, side] to the same: by attention where it has the weights for it. */
  block(x: string, name: string, sidePx: number): string {
    return this.has(`${name}.gamma_xca`) ? this.#attentionBlock(x, name, sidePx) : this.#convBlock(x, name);
  }

  #constant(name: string): string {
    const { shape, values } = this.weight(name);
    return this.#graph.constant(shape, values);
  }

  #convBlock(x: string, name: string): string {
    const rows = this.#graph.add('Transpose', [this.conv(x, `${name}.conv_dw`)], NCHW_TO_NHWC);
    const mixed = this.#mlp(this.norm(rows, `${name}.norm`, 3), name);
    return this.#graph.add('Add', [x, this.#graph.add('Transpose', [mixed], NHWC_TO_NCHW)]);
  }

  /** SplitTransposeBlock: depthwise convolutions in cascade, then attention across channels. */
  #attentionBlock(x: string, name: string, sidePx: number): string {
    const graph = this.#graph;
    const channels = this.weight(`${name}.gamma`).values.length;
    const pixels = graph.add('Reshape', [this.#cascade(x, name, channels), graph.ints(0, channels, -1)]);
    let tokens = graph.add('Transpose', [pixels], { perm: [0, 2, 1] });
    if (this.has(`${name}.pos_embd.token_projection.weight`)) {
      const projection = `${name}.pos_embd.token_projection`;
      const { shape, values } = fourierPositions(
        sidePx,
        this.weight(`${projection}.weight`),
        this.weight(`${projection}.bias`),
      );
      tokens = graph.add('Add', [tokens, graph.constant(shape, values)]);
    }
    const attended = this.#attention(this.norm(tokens, `${name}.norm_xca`, 2), `${name}.xca`, channels);
    tokens = graph.add('Add', [tokens, graph.add('Mul', [attended, this.#constant(`${name}.gamma_xca`)])]);
    const mixed = this.#mlp(this.norm(tokens, `${name}.norm`, 2), name);
    const planes = graph.add('Transpose', [mixed], { perm: [0, 2, 1] });
    return graph.add('Add', [x, graph.add('Reshape', [planes, graph.ints(0, channels, sidePx, sidePx)])]);
  }

  /** The channels in parts: each but the last is convolved, together with what came out of the one before. */
  #cascade(x: string, name: string, channels: number): string {
    const graph = this.#graph;
    const parts: string[] = [];
    const width = this.weight(`${name}.convs.0.weight`).shape[0] ?? channels;
    let from = 0;
    for (let i = 0; this.has(`${name}.convs.${i}.weight`); i++, from += width) {
      const slice = graph.add('Slice', [x, graph.ints(from), graph.ints(from + width), graph.ints(1)]);
      const before = parts.at(-1);
      parts.push(this.conv(before ? graph.add('Add', [before, slice]) : slice, `${name}.convs.${i}`));
    }
    parts.push(graph.add('Slice', [x, graph.ints(from), graph.ints(channels), graph.ints(1)]));
    return graph.add('Concat', parts, { axis: 1 });
  }

  /** Cross-covariance attention: each head compares channels with channels, over all tokens. */
  #attention(tokens: string, name: string, channels: number): string {
    const graph = this.#graph;
    const heads = this.weight(`${name}.temperature`).values.length;
    const split = graph.add('Reshape', [
      this.linear(tokens, `${name}.qkv`),
      graph.ints(0, -1, 3, heads, channels / heads),
    ]);
    const qkv = graph.add('Transpose', [split], { perm: [2, 0, 3, 4, 1] });
    const [q = '', k = '', v = ''] = [0, 1, 2].map((i) =>
      graph.add('Gather', [qkv, graph.constant([], BigInt64Array.of(BigInt(i)))], { axis: 0 }),
    );
    const unit = (vectors: string) => {
      const length = graph.add('ReduceL2', [vectors], { axes: [3], keepdims: 1 });
      return graph.add('Div', [vectors, graph.add('Clip', [length, graph.floats(SHORTEST)])]);
    };
    const likeness = graph.add('MatMul', [
      unit(q),
      graph.add('Transpose', [unit(k)], { perm: [0, 1, 3, 2] }),
    ]);
    const sharpened = graph.add('Mul', [likeness, this.#constant(`${name}.temperature`)]);
    const mixed = graph.add('MatMul', [graph.add('Softmax', [sharpened], { axis: 3 }), v]);
    const joined = graph.add('Reshape', [
      graph.add('Transpose', [mixed], { perm: [0, 3, 1, 2] }),
      graph.ints(0, -1, channels),
    ]);
    return this.linear(joined, `${name}.proj`);
  }

  /** Two linear layers with GELU between them, times the layer scale. */
  #mlp(x: string, name: string): string {
    const graph = this.#graph;
    const wide = this.linear(x, `${name}.mlp.fc1`);
    const erf = graph.add('Erf', [graph.add('Div', [wide, graph.floats(Math.SQRT2)])]);
    const gated = graph.add('Mul', [wide, graph.add('Add', [erf, graph.floats(1)])]);
    const active = graph.add('Mul', [gated, graph.floats(1 / 2)]);
    return graph.add('Mul', [this.linear(active, `${name}.mlp.fc2`), this.#constant(`${name}.gamma`)]);
  }
}
