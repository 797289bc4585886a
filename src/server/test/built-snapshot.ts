import { SNAPSHOT } from '#server/database/migrate.ts';

/** Only where the build is known to be of these sources. */
export const builtSnapshot = process.env.TEST_BUILT === 'yes' ? SNAPSHOT : null;
