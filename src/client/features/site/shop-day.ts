import { trpc } from '#client/trpc.ts';
import { shopDate } from '#shared/rules/open-hours.ts';
import { longDate } from '#shared/rules/order-facts.ts';

/**
 * Words the day of a moment by the shop's clock, as its mails and papers do: it is the same one on the server and in
 * whichever browser. Empty until the shop's clock is known. `words`: how it is said.
 */
export function useShopDay(words: (day: string) => string = longDate): (moment: string) => string {
  const { data } = trpc.site.get.useQuery({});
  const timeZone = data?.site.timeZone;
  return moment => (timeZone ? words(shopDate(new Date(moment), timeZone)) : '');
}
