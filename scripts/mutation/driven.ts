// The file that vitest is told to run; the runner goes on from here by itself.
import { it } from 'vitest';

it('is where the runner begins', () => undefined);
