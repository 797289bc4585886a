import { execFileSync } from 'node:child_process';

/** Whether a disk of a given size can be had: as root, outside of most containers. */
export function canMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
