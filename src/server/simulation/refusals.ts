const CARD = ['card_declined', 'insufficient_funds', 'too_many'] as const;
const GOODS = ['out_of_stock cart.quantity', 'figures_changed'] as const;
const PLACE = [
  ...GOODS,
  'credit_limit',
  'cart_ordered cartIds',
  'hold_limit cart.quantity',
  'too_many',
] as const;
const EDIT = [
  ...['stale', 'order_state', 'out_of_stock cart.quantity', 'credit_limit'],
  ...['invalid cart', 'invalid cart.quantity', 'invalid cart.price'],
] as const;
const GIVE_BACK = ['invalid way', 'invalid amount', 'invalid lines', 'invalid lines.quantity'] as const;
const SETTLE = ['invalid refundTo', 'invalid refund', 'invalid fee'] as const;
// Somebody paid some of it meanwhile, or all; a process whose clock is behind has yesterday's date at midnight.
const RECEIPT = [
  'invalid receivedOn',
  ...['receipt_known', 'invalid number', 'invalid amount'],
  ...['invalid orders.amount', 'invalid orders._id'],
] as const;

/**
 * Lists what people of a simulation ask for, and the reasons for which the shop may say no to it: somebody else was quicker,
 * or they ask for what they can't have. The first field that is wrong stands behind its reason. Another reason is a finding.
 */
export const MAY_REFUSE = {
  'look at a cart': ['cart_ordered cartIds', 'invalid cartIds'],
  'place an order': [...PLACE, 'needs_approval'],
  // It was declined before its second copy arrived.
  'ask for approval': [...PLACE, 'approval_state'],
  'pay by card': [...CARD, 'hold_expired', 'order_state'],
  'pay orders on account': [...CARD, 'order_state', 'figures_changed'],
  'pay by a link': [...CARD, 'order_state', 'figures_changed', 'link_invalid'],
  'open a payment link': ['link_invalid'],
  'make a payment link': ['order_state', 'too_many'],
  'cancel a held order': ['order_state'],
  'cancel an order': ['order_state'],
  'cancel for a customer': ['order_state'],
  'save a cart': [],
  'change a saved cart': [],
  'look at their carts': [],
  'ask for prices': [],
  'ask for better prices': ['cart_state', 'not_found'],
  'look at bids': [],
  'look at a bid': ['not_found'],
  'tell prices': ['not_found', 'stale', 'too_many', 'waits_for_admin'],
  'look at their requests': [],
  'take a request back': ['approval_state'],
  'look at what waits': [],
  'look at a request': [],
  approve: [...PLACE, 'approval_state'],
  decline: ['approval_state'],
  'look at what is owed': [],
  'look at their orders': [],
  'look at an order': [],
  'ask for a return': ['order_state', 'invalid lines.quantity'],
  'change their address': [],
  'look at returns': [],
  // Counted twice, as its first answer was lost, or by two.
  'receive a return': ['order_state', 'invalid lines'],
  'refund a return': ['order_state', 'waits_for_admin', ...SETTLE],
  'reject a return': ['order_state'],
  'look at the desk': [],
  'move several orders': [],
  'take an order on': ['order_state', 'over_limit'],
  'count a part': ['order_state', 'invalid cart.fulfilled'],
  'send or lay ready': ['order_state'],
  'hand over': ['order_state'],
  // Somebody added to it meanwhile.
  complete: ['order_state', 'invalid status'],
  'correct an address': ['order_state', 'stale'],
  'look at the settings': [],
  'change the settings': ['stale'],
  'look at the shop': [],
  'look at an edit': EDIT,
  'edit an order': [...EDIT, 'figures_changed', 'waits_for_admin'],
  'look at debts': [],
  'take a check': RECEIPT,
  'take money': RECEIPT,
  'look at receipts': [],
  // It was a mistake, and is gone.
  'bounce a check': ['order_state'],
  // By an Employee; or it bounced just now.
  'take a receipt back': ['forbidden', 'order_state'],
  'look at what is left': [],
  'give back at will': [...GIVE_BACK, 'stale', 'order_state', 'waits_for_admin'],
  // It was given just now; a guest has no store credit.
  'give another way': ['order_state', 'invalid way', 'forbidden'],
  'price an order': [],
  'make an order': [
    ...[...GOODS, 'credit_limit', 'waits_for_admin'],
    // The number of its check is known.
    ...['receipt_known', 'invalid takenAlong.number'],
  ],
  'use what is on account': ['invalid orders'],
  'give store credit': ['waits_for_admin'],
  // It was spent, or taken back; an Employee may not.
  'take store credit back': ['invalid amount', 'order_state', 'forbidden'],
  'look at a record': [],
  'hand money out': [],
  'look at what waits for an Admin': [],
  // `order_state` while a card is charged or a payment disputed: it goes on waiting.
  'let it be done': [
    // By an Employee.
    'forbidden',
    ...['act_state', 'order_state', 'out_of_stock cart.quantity', 'credit_limit'],
    // Its company owes more by now than the Admin saw.
    'figures_changed',
    ...[...GIVE_BACK, ...SETTLE],
  ],
  'say no': ['act_state', 'forbidden'],
  'agree on a price': [],
  'take a price back': [],
  'agree on per cents': [],
  'tell of new prices': [],
} satisfies Record<string, readonly string[]>;

export type Call = keyof typeof MAY_REFUSE;
