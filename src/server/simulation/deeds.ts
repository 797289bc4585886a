import { Refused, type Scene } from '#server/simulation/scene.ts';
import { clock } from '#server/time-and-chance.ts';
import type { ReceiptMethod, RefundWay } from '#shared/enumerations.ts';

/** The one whose money it is. */
export type Whose = { company: string } | { user: string } | { order: string };

/** A line of an order, as an edit asks for it. */
export interface WantedLine {
  _id: string;
  quantity: number;
  /** The cents that one has to cost then; null: what the rules say. */
  cents: number | null;
}

/** Something that somebody pressed a button for, and what they meant by it; amounts in cents. */
type Act =
  /** `parts`: the orders that they named. */
  | {
      kind: 'receipt';
      key: string;
      whose: Whose;
      method: ReceiptMethod;
      number: string;
      cents: number;
      parts: { order: string; cents: number }[] | null;
    }
  | { kind: 'use'; key: string; whose: Whose }
  | { kind: 'bounce'; receipt: string; isMistake: boolean }
  | { kind: 'grant'; key: string; whose: Whose; cents: number }
  /** `order`: the gift for it is taken back. */
  | { kind: 'ungrant'; key: string; whose: Whose; cents: number; order: string | null }
  | {
      kind: 'refund';
      key: string;
      order: string;
      way: RefundWay;
      /** Null: what the units are worth. */
      cents: number | null;
      units: { line: string; quantity: number }[];
    }
  | { kind: 'instead'; refund: string; way: RefundWay }
  | { kind: 'hand out'; order: string; alert: string }
  | { kind: 'receive'; return: string; lines: { line: string; received: number; scrapped: number }[] }
  | { kind: 'reject'; return: string }
  /** `way`: null, none was named. */
  | { kind: 'settle'; return: string; fee: number; way: RefundWay | null }
  | {
      kind: 'edit';
      key: string;
      order: string;
      /** The total that they saw. */
      cents: number;
      lines: WantedLine[];
      added: { variantId: string; quantity: number }[];
      /** Undefined: not spoken of. */
      coupon: string | undefined;
      /** How it is to be sent then. */
      method: string;
      isShippedAnew: boolean;
      /** They go on above what its company may owe. */
      isAbove: boolean;
      isMailed: boolean;
    }
  | {
      kind: 'sale';
      key: string;
      /** How it is paid and taken along at once; null: it is sent, or fetched later. */
      along: { method: 'cash' | 'check' | 'card' | 'account'; number: string } | null;
      /** The price that they named of one. */
      named: { variantId: string; cents: number } | null;
      /** They go on above what its company may owe. */
      isAbove: boolean;
    }
  | { kind: 'cancel'; order: string }
  | { kind: 'move'; order: string; status: string }
  | { kind: 'collect'; key: string; order: string };

/** How it ended, as far as they were told; `nothing`: no answer came. */
type Ended = 'nothing' | 'done' | 'waits' | 'refused';

/** `at`: when it was pressed (milliseconds since 1970). */
export type Deed = Act & { told: Ended; at: number };
export type DeedOf<Kind extends Deed['kind']> = Extract<Deed, { kind: Kind }>;

/** Presses a button, and remembers what for and how it ended. */
export async function doing<T>({ deeds }: Scene, act: Act, press: () => Promise<T>): Promise<T> {
  const deed: Deed = { ...act, told: 'nothing', at: clock.ms() };
  deeds.push(deed);
  try {
    const answer = await press();
    deed.told = 'done';
    return answer;
  } catch (error) {
    if (error instanceof Refused && error.reason !== 'no answer')
      deed.told = error.reason === 'waits_for_admin' ? 'waits' : 'refused';
    throw error;
  }
}
