import { afterEach } from 'vitest';
import { board } from '#client/features/notices/notices.ts';

// Test files share their process: what one leaves on the banner would be read by another.
afterEach(() => {
  while (board.shown()) board.dismiss();
});
