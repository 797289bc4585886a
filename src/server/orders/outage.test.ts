import { describe, expect, it } from 'vitest';
import { testDriver } from '#server/test/database.ts';
import { outageDrill } from '#server/test/outage-drill.ts';
import { cutListening, freezeOne, killOne, restartPostgres } from '#server/test/outage-house.ts';

/** `npm run test:outage` */
const isFull = process.env.TEST_OUTAGE === 'full';

describe.runIf(testDriver === 'postgres' && !process.env.TEST_DATABASE_URL)(
  'processes behind nginx and PgBouncer',
  () => {
    it.runIf(!isFull)(
      'go on selling when one is killed, and when Postgres is restarted',
      async () => {
        const { outside, answered, refused } = await outageDrill({
          processes: 2,
          blows: [killOne(0), restartPostgres('fast')],
          rate: 3,
          calm: 3,
          isLenient: true,
        });
        expect(refused).toEqual([]);
        expect(answered).toBe(outside);
        expect(outside).toBeGreaterThan(15);
      },
      180_000,
    );

    it.runIf(isFull)(
      'sell under half of their highest load through five blows',
      async () => {
        const report = await outageDrill({
          processes: 3,
          blows: [
            killOne(0),
            restartPostgres('fast'),
            freezeOne(1, 10),
            cutListening(10),
            restartPostgres('immediate'),
          ],
          rate: 'half',
          calm: 18,
        });
        expect(report.outside).toBeGreaterThanOrEqual(300);
        expect(report.answered / report.outside).toBeGreaterThanOrEqual(0.99);
      },
      900_000,
    );
  },
);
