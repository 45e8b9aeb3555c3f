/** The part of WebAssembly that `ml` uses: TypeScript declares it for browsers only, and so far @types/node does not. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array<ArrayBuffer>);
  }
  class Memory {
    readonly buffer: ArrayBuffer;
    constructor(descriptor: { initial: number });
  }
  class Instance {
    readonly exports: Record<string, unknown>;
    constructor(module: Module, imports?: Record<string, Record<string, unknown>>);
  }
}
