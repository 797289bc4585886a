/** Ends what begins with it on a Node that lacks what the shop is built on, in words instead of a stack. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Knurl needs Node 20.19 or newer; this is Node ${process.versions.node}.`);
  process.exit(1);
}
