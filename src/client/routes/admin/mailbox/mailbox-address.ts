import { dayIn } from '#client/ui/list/day-in.ts';
import type { ListAddress } from '#client/ui/list/list-address.ts';
import { EMAIL_STATUSES } from '#shared/enumerations.ts';
import { MAIL_TEMPLATES } from '#shared/office-lists.ts';
import type { MailList } from '#shared/schemas/mail.ts';

/** Rows of a page. */
export const PER_PAGE = 25;

export const MAX_SEARCH_LENGTH = 254;

/** Reads what the address of the mailbox asks for; anything that it could not ask for is left out. */
export function mailboxAt({ of, page }: Pick<ListAddress, 'of' | 'page'>): MailList {
  const search = of('search').trim().slice(0, MAX_SEARCH_LENGTH);
  const status = EMAIL_STATUSES.find(one => one === of('status'));
  const template = MAIL_TEMPLATES.find(one => one === of('template'));
  const [from, to] = [dayIn(of('from')), dayIn(of('to'))];
  return {
    page,
    limit: PER_PAGE,
    ...(search && { search }),
    ...(status && { status }),
    ...(template && { template }),
    ...(from && { from }),
    ...(to && { to }),
  };
}
