import { expect, it } from 'vitest';
import type { Notice } from '#shared/messages.ts';
import {
  BULK_NOTICES,
  MAIL_NOTICES,
  ORDER_MAIL_NOTICES,
  SETTINGS_NOTICES,
  VIEW_NOTICES,
} from '#shared/office-messages.ts';

it.each<[Notice, Notice['kind'], string]>([
  [ORDER_MAIL_NOTICES.confirmationSent('a@b.com'), 'success', 'Confirmation sent to a@b.com'],
  [ORDER_MAIL_NOTICES.confirmationFailed('a@b.com'), 'failure', 'Failed to send confirmation to a@b.com'],
  [ORDER_MAIL_NOTICES.invoiceSent('a@b.com'), 'success', 'Invoice sent to a@b.com'],
  [ORDER_MAIL_NOTICES.invoiceFailed('a@b.com'), 'failure', 'Failed to send invoice to a@b.com'],
  [MAIL_NOTICES.sent('a@b.com'), 'success', 'Email sent to a@b.com'],
  [SETTINGS_NOTICES.saved, 'success', 'Successfully saved settings'],
  [SETTINGS_NOTICES.failed, 'failure', 'Failed to save settings'],
  [MAIL_NOTICES.failed, 'failure', 'Email failed to send.'],
  [BULK_NOTICES.ended('480 orders taken on', 0), 'success', '480 orders taken on.'],
  [BULK_NOTICES.ended('480 orders taken on', 1020), 'failure', '480 orders taken on, 1,020 not.'],
  [VIEW_NOTICES.saved('Late'), 'success', 'View “Late” saved'],
  [VIEW_NOTICES.removed('Late'), 'success', 'View “Late” removed'],
])('%o', (notice, kind, text) => expect(notice).toEqual({ kind, text, ms: 2500 }));
