/** Names the order that was placed last in this browser (rule O3): the thank-you page shows it, also after a reload. */
export interface LatestPurchase {
  _id: string;
  /** A guest's way to their order. */
  orderKey?: string;
}

const KEY = 'latestPurchase';

export const latestPurchase = {
  store: ({ _id, orderKey }: LatestPurchase): void => {
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ _id, orderKey }));
    } catch {
      // Without storage the mail is what tells of the order.
    }
  },
  read: (): LatestPurchase | null => {
    try {
      const { _id, orderKey }: LatestPurchase = JSON.parse(sessionStorage.getItem(KEY) ?? '');
      return typeof _id === 'string' ? { _id, orderKey } : null;
    } catch {
      return null;
    }
  },
};
