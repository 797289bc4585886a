import { SNAPSHOT } from '#server/database/migrate.ts';

/** Names the snapshot of the build where that is known to be of these sources. */
export const builtSnapshot = process.env.TEST_BUILT === 'yes' ? SNAPSHOT : null;
