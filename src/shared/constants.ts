import type { PaymentType, ShippingMethod } from '#shared/enumerations.ts';

/** Holds the figures of the shop's rules (docs/rules.md), each once. Times are milliseconds, widths pixels. */

// Tax and shipping
/** Until the site settings say otherwise. */
export const DEFAULT_TAX_RATE = 0.0825;
export const MAX_TAX_RATE = 0.25;
export const SHIPPING_TIER_COUNT = 5;

// Defaults of orders
export const DEFAULT_PAYMENT_TYPE: PaymentType = 'credit-card';
export const STAFF_ORDER_PAYMENT_TYPE: PaymentType = 'Terms';
export const DEFAULT_SHIPPING_METHOD: ShippingMethod = 'local';
/** Days from today, in the shop's time zone. */
export const ORDER_DATE_DAYS = 1;
export const DELIVERY_DATE_DAYS = 1;
export const STAFF_DELIVERY_DATE_DAYS = 2;
/** How far back and ahead staff may date an order. */
export const MAX_ORDER_DATE_BACK_DAYS = 31;
export const MAX_ORDER_DATE_AHEAD_DAYS = 365;
/** How far ahead staff may promise a delivery, or let a quote hold. */
export const MAX_PROMISE_DAYS = 366;
/** In mails and on papers, until the site settings say otherwise. */
export const DEFAULT_SHOP_NAME = 'Knurl';
export const DEFAULT_TIME_ZONE = 'America/Chicago';
/** Opening hours until staff say otherwise; six entries, so that Saturday is a closed day (rule S2). */
export const DEFAULT_HOURS: ('closed' | { open: string; close: string })[] = [
  'closed',
  ...Array.from({ length: 5 }, () => ({ open: '08:00', close: '17:00' })),
];
/** Days until an order on Terms is due. */
export const DEFAULT_TERMS_DAYS = 30;

// Paging and lists
export const PRODUCT_PAGE_SIZE = 50;
export const ADMIN_PAGE_SIZE = 25;
export const VARIANT_PAGE_SIZE = 25;
export const COMPANY_VARIANT_BATCH = 25;
export const SEARCH_SUGGESTIONS_LIMIT = 10;
export const HOME_FAVORITES_LIMIT = 10;
export const HOME_RECENT_LIMIT = 25;
export const HOME_SUGGESTIONS_LIMIT = 20;
export const HOME_FEATURED_LIMIT = 20;
/** The price slider's first position, not a filter. */
export const INITIAL_MAX_PRICE = 100;

/** How far apart old holes and a pull's may be without new drilling (mm), and what shoppers can choose instead. */
export const HOLES_TOLERANCE_MM = 1;
export const HOLES_TOLERANCES_MM = [0.5, 1, 2, 3] as const;

export const PRODUCT_SORTS = {
  title_asc: 'A to Z',
  title_desc: 'Z to A',
  price_asc: 'Price low to high',
  price_desc: 'Price high to low',
  popularity: 'Popularity',
} as const;
export type ProductSort = keyof typeof PRODUCT_SORTS;
export const DEFAULT_PRODUCT_SORT: ProductSort = 'title_asc';

/** For a company's certificate of exemption. */
export const MAX_CERTIFICATE_MB = 5;

// Cart
export const MIN_QUANTITY = 1;
export const MAX_QUANTITY = 100_000;
export const MAX_CART_LINES = 500;
/** Letters of the name of a cart or order, and of a PO number. */
export const MAX_ORDER_NAME_LENGTH = 120;
export const MAX_PO_LENGTH = 60;
/** Numbers of a list that one question may have; a longer list is asked for in parts. */
export const MAX_NUMBERS = 100;
/** Orders that one receipt, or money on account, pays in one go. */
export const MAX_PAID_ORDERS = 200;
/** Staff are told once fewer pieces than these are left of something. */
export const LOW_STOCK = 5;
/** Option values that are appended to a cart item's name. */
export const NAME_OPTION_COUNT = 3;
/** How long an unpaid card order holds its stock, coupon and credit. */
export const CARD_HOLD_MS = 15 * 60 * 1000;
/** How long it holds what is above the limits, begun anew by so many charges. */
export const BRIEF_HOLD_MS = 2 * 60 * 1000;
export const MAX_BRIEF_CHARGES = 12;
/** The most that one visitor may hold of a variant for longer: this share of its stock, so many pieces in any case. */
export const HELD_SHARE = 0.25;
export const HELD_PIECES = 10;
/** The most that one visitor may hold in all for longer, in dollars, until the site settings say otherwise. */
export const DEFAULT_HELD_LIMIT = 5000;
/** After so many holds above the limits that ended unpaid within a day, so many orders are held at once. */
export const MAX_ENDED_HOLDS = 2;
export const MAX_BOUND_HOLDS = 3;
export const ENDED_HOLDS_MS = 24 * 60 * 60 * 1000;

// Timing
export const POLL_MS = 600_000;
export const CHUNK_TIMEOUT_MS = 120_000;
export const SESSION_IDLE_MS = 36_000_000;
export const RESET_LINK_MS = 24 * 60 * 60 * 1000;
export const CONFIRM_LINK_MS = 3 * 24 * 60 * 60 * 1000;
/** How long the address before can undo its change. */
export const UNDO_LINK_MS = 3 * 24 * 60 * 60 * 1000;
/** Somebody who signed in so recently need not give the password again. */
export const FRESH_SIGN_IN_MS = 10 * 60 * 1000;
export const LOADING_FLAG_MS = 1000;

/** How long notices stay; 0 is until dismissed. */
export const NOTICE_MS = {
  default: 2500,
  welcome: 3000,
  addedProduct: 3500,
  welcomeNote: 6000,
  long: 6500,
  longer: 7000,
  veryLong: 10_000,
  longest: 15_000,
  persistent: 0,
} as const;
/** While an error banner shows, a new one replaces it after this. */
export const ERROR_BANNER_REPLACED_AFTER_MS = 6000;

// Display
export const HOME_CAROUSEL_SCROLL_PX = 700;
export const PRODUCT_CAROUSEL_SCROLL_PX = 900;
export const MAX_COLOR_SWATCHES = 8;
export const MAX_STARS = 5;
/** Below it a bottom sheet serves instead of a modal. */
export const MOBILE_BREAKPOINT_PX = 600;

/** Keys of the browser's local storage. */
export const STORAGE_KEYS = {
  workingCart: 'order',
  lastCart: 'lastCart',
  cookieNotice: 'acceptedDisclaimer',
  compared: 'compared',
  viewed: 'viewed',
  orderList: 'orderList',
  lastActive: 'lastActive',
  signedIn: 'signedIn',
} as const;

export const MAX_COMPARED = 4;
export const MAX_VIEWED = 12;

/** So many filters with values of their own, such as Finish, can be asked for at once. */
export const MAX_FILTERS_ASKED = 20;
