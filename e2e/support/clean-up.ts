import { rmSync } from 'node:fs';
import { sharedFolder } from './prepared.ts';

/** After the last journey of a run. */
export default function cleanUp(): void {
  rmSync(sharedFolder(process.pid), { recursive: true, force: true });
}
