import type { OneConnection } from '#server/database/embedded.ts';

/** A file or folder of Emscripten's file system in memory. */
interface Node {
  name: string;
  parent: Node;
  /** The next one in the same place of the table of names. */
  name_next: Node | undefined;
  mode: number;
  contents: Uint8Array | Record<string, Node>;
  /** Bytes of `contents` that are the file's. */
  usedBytes: number;
  mtime: number;
  ctime: number;
}

interface OpenFile {
  /** Its place among the streams; null once it is closed. */
  fd: number | null;
  shared: { position: number; flags: number };
}

/** The parts of PGlite's machine in which all is that Postgres knows. */
interface Machine {
  HEAPU8: Uint8Array;
  FS: {
    root: Node;
    nameTable: (Node | undefined)[];
    streams: (OpenFile | null)[];
    nextInode: number;
    isDir(mode: number): boolean;
    isFile(mode: number): boolean;
  };
}

/**
 * Remembers an embedded database in memory as it is between two statements, outside of transactions. The answer makes
 * it so again, bit by bit: rows, plans, settings, locks. Answers false where it couldn't be, as Postgres has taken more
 * memory since. Libraries that Postgres loads afterwards would stay with it, at a place that it knows nothing of.
 */
export function remember(client: OneConnection): () => boolean {
  const machine = client.Module as unknown as Machine;
  const { FS } = machine;
  const memory = machine.HEAPU8.slice();
  const statements = client.statements.copy();
  const putBackFiles = rememberFiles(FS.root, FS);
  const nameTable = [...FS.nameTable];
  const streams = FS.streams.map(stream => stream && { stream, fd: stream.fd, shared: { ...stream.shared } });
  const { nextInode } = FS;
  return () => {
    if (machine.HEAPU8.length !== memory.length) return false;
    machine.HEAPU8.set(memory);
    putBackFiles();
    FS.nameTable.splice(0, FS.nameTable.length, ...nameTable);
    FS.streams.splice(0, FS.streams.length, ...streams.map(one => one?.stream ?? null));
    for (const one of streams) {
      if (!one) continue;
      one.stream.fd = one.fd;
      Object.assign(one.stream.shared, one.shared);
    }
    FS.nextInode = nextInode;
    client.statements = statements.copy();
    return true;
  };
}

function rememberFiles(node: Node, FS: Machine['FS']): () => void {
  const { name, parent, name_next, mode, contents, usedBytes, mtime, ctime } = node;
  const plain = { name, parent, name_next, mode, usedBytes, mtime, ctime };
  if (FS.isDir(mode)) {
    const children = { ...(contents as Record<string, Node>) };
    const putBack = Object.values(children).map(child => rememberFiles(child, FS));
    return () => {
      Object.assign(node, plain, { contents: { ...children } });
      for (const put of putBack) put();
    };
  }
  if (!(FS.isFile(mode) && contents instanceof Uint8Array)) return () => void Object.assign(node, plain);
  const bytes = contents.slice();
  return () => {
    Object.assign(node, plain);
    // The bytes' own place is taken again: room for all of them anew would cost more than the copies.
    const now = node.contents as Uint8Array;
    if (now.length === bytes.length) now.set(bytes);
    else node.contents = bytes.slice();
  };
}
