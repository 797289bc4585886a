import { ButtonLink } from '#client/ui/button.tsx';
import { makePaymentHref } from '#shared/payment-href.ts';
import { isUnpaid, openBalance } from '#shared/rules/figure-rows.ts';
import { formatMoney } from '#shared/rules/money.ts';
import type { ListedOrder } from '#shared/schemas/orders.ts';

interface Props {
  order: Parameters<typeof isUnpaid>[0] & Parameters<typeof openBalance>[0] & Pick<ListedOrder, '_id'>;
  look?: 'primary';
  size?: 'small';
  'aria-describedby'?: string;
}

/** Leads to the payment of what is open of an order; nothing for one that is paid. */
export function PayLink({ order, ...looks }: Props) {
  const open = openBalance(order);
  if (!isUnpaid(order) || open <= 0) return null;
  return (
    <ButtonLink {...looks} to={makePaymentHref([order._id])}>
      {`Pay ${formatMoney(open)}`}
    </ButtonLink>
  );
}
