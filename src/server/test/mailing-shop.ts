import { createMailTransport } from '#server/integrations/smtp.ts';
import { type FakeSmtp, startFakeSmtp } from '#server/test/fake-smtp.ts';
import { openShop, type Selling } from '#server/test/selling.ts';

/** A shop whose mails go to a mail server of its own, in its protocol. */
export async function openMailingShop(): Promise<{
  smtp: FakeSmtp;
  shop: Selling;
  close: () => Promise<void>;
}> {
  const smtp = await startFakeSmtp();
  const mail = createMailTransport({ mail: 'smtp', smtpUrl: smtp.url(), mode: 'demo', timeoutMs: 2000 });
  const shop = await openShop({ MAIL_FROM: 'Knurl <shop@knurl.example>' }, { mail });
  const close = async () => {
    shop.app.mail.close();
    await shop.close();
    await smtp.close();
  };
  return { smtp, shop, close };
}
