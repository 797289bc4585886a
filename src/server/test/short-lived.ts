/**
 * For a Node process that lives for seconds: the embedded database stays in WebAssembly's baseline code but for what
 * runs a hundred times oftener than Node would wait for. Optimizing as readily as Node does took a sixth of the
 * processor time of the tests of orders, and four tenths of what a shop takes to open.
 */
export const SHORT_LIVED = ['--wasm-tiering-budget=180000000'];
