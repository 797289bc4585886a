/** Holds the closed lists of the business; tables, schemas and screens read them here. */
export const PERMISSION_LEVELS = ['Admin', 'Employee', 'Commercial', 'Retail'] as const;
export const COMPANY_ROLES = ['Primary', 'Member'] as const;
export const PAYMENT_TYPES = ['credit-card', 'Terms', 'Check', 'Cash'] as const;
export const SHIPPING_METHODS = ['local', 'standard', 'ground', 'fedex', 'air', 'freight'] as const;
export const ORDER_STATUSES = [
  'Held',
  'Submitted',
  'Processing',
  'Ready',
  'Shipped',
  'Completed',
  'Canceled',
] as const;
export const CART_STATES = ['saved', 'bid', 'quoted', 'ordered'] as const;
export const RETURN_STATUSES = ['Requested', 'Approved', 'Received', 'Refunded', 'Rejected'] as const;
export const COUPON_STATUSES = [
  'success',
  'unknown',
  'expired',
  'used',
  'minimum',
  'not-applicable',
] as const;
export const LAYOUT_TEMPLATES = [
  'Banner',
  'Announcement',
  'Page',
  'Category',
  'Featured',
  'Information',
] as const;
/**
 * Why stock changed: `opening` was there when moves began, or stands for moves that are no longer kept; `release` ends
 * an unpaid hold; `scrap` came back and can't be sold again; `unexplained` is what something outside the shop's code did to the column.
 */
export const STOCK_REASONS = [
  ...(['opening', 'order', 'edit', 'cancel', 'release', 'return'] as const),
  ...(['scrap', 'count', 'import', 'unexplained'] as const),
] as const;
export const TAG_TYPES = ['Category', 'Subcategory', 'Tag'] as const;
export const LOG_TYPES = [
  'user',
  'product',
  'order',
  'price',
  'payment',
  'accounting',
  'settings',
  'security',
] as const;
/** States of a Member's order above their limit; approved is one that they may pay by card from now on. */
export const APPROVAL_STATES = ['waiting', 'approved', 'ordered', 'declined', 'withdrawn'] as const;
export const TIER_SCOPES = ['all', 'vendor', 'category'] as const;
export const PRICE_SOURCES = ['base', 'wholesale', 'tier', 'special', 'quoted', 'override', 'free'] as const;
/** How an unpaid order holds its stock: within limits, above them for two minutes, or above them for somebody known. */
export const HOLD_KINDS = ['plain', 'brief', 'trusted'] as const;
export const PAYMENT_STATUSES = [
  'starting',
  'requires_action',
  'succeeded',
  'declined',
  'unknown',
  'canceled',
] as const;
/** Payments and refunds whose outcome is still to come. */
export const OPEN_PAYMENT_STATUSES = ['starting', 'requires_action', 'unknown'] as const;
export const REFUND_STATUSES = ['starting', 'succeeded', 'failed', 'unknown'] as const;
export const OPEN_REFUND_STATUSES = ['starting', 'unknown'] as const;
/** Lines of a company's account. */
export const ACCOUNT_ENTRY_KINDS = [
  ...(['charge', 'edit', 'payment', 'receipt', 'credit', 'cancel', 'refund'] as const),
] as const;
/** Acts of an Employee above their limit, which wait for an Admin; and what becomes of them. */
export const WAITING_ACTS = ['refund', 'edit', 'return', 'grant', 'order', 'quote'] as const;
/** Bounds that an act is above which waits: of giving back, of taking off a price, or its company's limit. */
export const WAITS_FOR = ['limit', 'prices', 'credit'] as const;
export const WAITING_STATES = ['waiting', 'done', 'declined', 'lapsed'] as const;
/** Why staff give: an edit, a cancel, returned goods, the shop's good will; or store credit for no order in particular. */
export const GIVE_BACK_CAUSES = ['edit', 'cancel', 'return', 'goodwill', 'grant'] as const;
/** Ways in which money comes in without a card. */
export const RECEIPT_METHODS = ['check', 'cash', 'transfer'] as const;
/** Ways in which staff give money back: to the card, as store credit, or by hand. */
export const REFUND_WAYS = ['card', 'credit', ...RECEIPT_METHODS] as const;
/** The same, and onto the account of whoever sent a check. */
export const GIVE_BACK_WAYS = [...REFUND_WAYS, 'account'] as const;
/** States of a payment that the card's owner disputes at their bank. */
export const DISPUTE_STATUSES = ['needs_response', 'under_review', 'won', 'lost'] as const;
export const EMAIL_STATUSES = ['queued', 'sent', 'captured', 'failed'] as const;
export const UNSENT_EMAIL_STATUSES = ['queued', 'failed'] as const;

export type PaymentType = (typeof PAYMENT_TYPES)[number];
export type ShippingMethod = (typeof SHIPPING_METHODS)[number];
export type OrderStatus = (typeof ORDER_STATUSES)[number];
export type CartState = (typeof CART_STATES)[number];
export type ReturnStatus = (typeof RETURN_STATUSES)[number];
export type CouponStatus = (typeof COUPON_STATUSES)[number];
export type LayoutTemplate = (typeof LAYOUT_TEMPLATES)[number];
export type StockReason = (typeof STOCK_REASONS)[number];
export type TagType = (typeof TAG_TYPES)[number];
export type LogType = (typeof LOG_TYPES)[number];
export type ApprovalState = (typeof APPROVAL_STATES)[number];
export type TierScope = (typeof TIER_SCOPES)[number];
export type PriceSource = (typeof PRICE_SOURCES)[number];
export type HoldKind = (typeof HOLD_KINDS)[number];
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];
export type RefundStatus = (typeof REFUND_STATUSES)[number];
export type WaitingActKind = (typeof WAITING_ACTS)[number];
export type WaitsFor = (typeof WAITS_FOR)[number];
export type WaitingState = (typeof WAITING_STATES)[number];
export type GiveBackCause = (typeof GIVE_BACK_CAUSES)[number];
export type GiveBackWay = (typeof GIVE_BACK_WAYS)[number];
export type ReceiptMethod = (typeof RECEIPT_METHODS)[number];
export type AccountEntryKind = (typeof ACCOUNT_ENTRY_KINDS)[number];
export type RefundWay = (typeof REFUND_WAYS)[number];
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];
/** Scopes that an API key may be made for: reading or writing one area of the shop. */
export const KEY_AREAS = ['catalogue', 'prices', 'carts', 'orders', 'company', 'staff'] as const;
export type KeyArea = (typeof KEY_AREAS)[number];
export type KeyScope = `${KeyArea}:${'read' | 'write'}`;
export const KEY_SCOPES = KEY_AREAS.flatMap(area => [`${area}:read`, `${area}:write`] as const);
