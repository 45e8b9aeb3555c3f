/** `node:http` without `import`: for that Node 24 loads undici, which costs the start 40 ms (findings/node-imports-undici-with-http.sh). */
export const { createServer } = process.getBuiltinModule('node:http');
