import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useFailureNotice } from '#client/features/notices/notices.ts';
import { refusal } from '#client/refusal.ts';
import { FinishDialog } from '#client/routes/admin/picking/finish-dialog.tsx';
import { type Count, countIn, type KeptPick } from '#client/routes/admin/picking/kept-pick.ts';
import { Place } from '#client/routes/admin/picking/place.tsx';
import { scannedPlace } from '#client/routes/admin/picking/scanned-place.ts';
import {
  earlierTicks,
  forgetEarlier,
  type OngoingPick,
  usePick,
} from '#client/routes/admin/picking/use-pick.ts';
import { useScanner } from '#client/routes/admin/picking/use-scanner.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/field.tsx';
import { PICK_NOTICES } from '#shared/office-messages.ts';
import { STATUS_WORDS } from '#shared/rules/order-facts.ts';
import type { FinishedPick, PickPlace, PickSheet } from '#shared/schemas/staff-picking.ts';
import styles from './pick.module.css';

interface Props {
  user: string;
  sheet: PickSheet;
  begun: KeptPick;
  /** Tells in words what has become another than it was. */
  changes: readonly string[];
  onFinished: (finished: FinishedPick) => unknown;
  onLookAgain: (kept: KeptPick, next: PickSheet) => void;
  /** It was put back, or somebody else has it. */
  onEnded: () => unknown;
}

/** Holds what is said of the last code, or of what keeps the list from being finished. */
interface Said {
  text: string;
  isWrong: boolean;
  /** Tells two of the same words apart, so that both are read out. */
  at: number;
}

/** One's own pick: bin by bin, counted by pressing, typing or scanning. */
export function PickList(props: Props) {
  const { user, sheet, begun, changes, onFinished } = props;
  const { order, places } = sheet;
  const { client, orders } = trpc.useUtils();
  const failure = useFailureNotice();
  const pick = usePick(user, sheet, begun);
  const { kept, trouble } = pick;
  const [said, setSaid] = useState<Said | null>(null);
  const [wantsReasons, setWantsReasons] = useState(false);
  const [asks, setAsks] = useState(false);
  const [isFinishing, setFinishing] = useState(false);
  const list = useRef<HTMLUListElement>(null);

  const say = (text: string, isWrong = false) => {
    setSaid(before => ({ text, isWrong, at: (before?.at ?? 0) + 1 }));
    if (isWrong) navigator.vibrate?.(200);
  };
  const count = ({ place, asked, productNum }: PickPlace, wanted: number) => {
    if (trouble) return;
    const picked = Math.max(0, Math.min(asked, wanted));
    const before = countIn(pick.latest(), place);
    if (wanted > asked) say(`${productNum}: only ${asked} to pick. That is more than was ordered.`, true);
    else say(`${productNum}: ${picked} of ${asked}`);
    if (picked !== before.picked) pick.tick(place, { picked, ...(picked === asked && { short: '' }) });
  };
  const scan = (code: string) => {
    if (trouble || asks) return;
    const found = scannedPlace(places, pick.latest(), code);
    if (!found) return say(`${code} is not on this list.`, true);
    count(found, countIn(pick.latest(), found.place).picked + 1);
    focusOf(list.current, found.place)?.scrollIntoView({ block: 'center' });
  };
  useScanner(scan);

  const askToFinish = () => {
    const missing = places.filter(({ place, asked }) => isUnexplained(countIn(kept, place), asked));
    setWantsReasons(missing.length > 0);
    setAsks(missing.length === 0);
    const [first] = missing;
    if (!first) return;
    const lines = missing.length === 1 ? '1 line is' : `${missing.length} lines are`;
    say(`${lines} not all picked: count, or say why it is short.`, true);
    focusOf(list.current, first.place)?.focus();
  };
  const finish = async (ready: boolean) => {
    setFinishing(true);
    failure.end();
    const { key, list: mark } = kept;
    const counts = places.map(({ place }) => ({ place, ...countIn(pick.latest(), place) }));
    try {
      const finished = await client.picking.finish.mutate({ key, list: mark, counts, ready });
      pick.end();
      void orders.invalidate();
      await onFinished(finished);
    } catch (error) {
      pick.fail(error);
      if (refusal(error).status !== 409) failure.tell(error, PICK_NOTICES.finishFailed);
      setAsks(false);
    } finally {
      setFinishing(false);
    }
  };
  const picked = places.reduce((sum, { place }) => sum + countIn(kept, place).picked, 0);
  const asked = places.reduce((sum, one) => sum + one.asked, 0);
  return (
    <>
      <Trouble {...props} pick={pick} />
      <Earlier {...props} pick={pick} />
      {changes.length > 0 && (
        <section className={styles.changed} role="alert" aria-label="Changes of the list">
          <p>
            <b>The order was changed. Your counts are kept:</b>
          </p>
          <ul>
            {changes.map(change => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </section>
      )}
      <fieldset aria-disabled={trouble !== null} className={styles.list}>
        <legend className="visually-hidden">To be picked</legend>
        <ScanField onCode={scan} />
        <ul ref={list} aria-label="Places">
          {places.map(place => (
            <Place
              key={place.place}
              place={place}
              count={countIn(kept, place.place)}
              wantsReason={wantsReasons}
              onCount={wanted => count(place, wanted)}
              onShort={short => {
                if (trouble) return;
                setSaid(null);
                pick.tick(place.place, { short });
              }}
            />
          ))}
        </ul>
      </fieldset>
      <div className={styles.bar}>
        {/* One for each, so that what is wrong is said at once, and what is right when there is time. */}
        <p role="alert" className={styles.wrong}>
          {said?.isWrong && <span key={said.at}>{said.text}</span>}
        </p>
        <p role="status" className={styles.right}>
          {said && !said.isWrong && <span key={said.at}>{said.text}</span>}
        </p>
        <Network pick={pick} />
        <div className={styles.ends}>
          <Button look="primary" size="large" unable={trouble !== null} onClick={askToFinish}>
            {`Done: ${picked} of ${asked}`}
          </Button>
          <PutBack {...props} pick={pick} />
        </div>
      </div>
      <FinishDialog
        open={asks}
        onClose={() => setAsks(false)}
        order={order}
        shorts={places.flatMap(one => shortWords(one, countIn(kept, one.place)))}
        picked={picked}
        asked={asked}
        busy={isFinishing}
        onFinish={finish}
      />
    </>
  );
}

const isUnexplained = ({ picked, short }: Count, asked: number) => picked < asked && short === '';

const shortWords = ({ productNum, asked }: PickPlace, { picked, short }: Count): string[] =>
  picked < asked ? [`${asked - picked} × ${productNum} short: ${short}`] : [];

/** The field by which a place is counted. */
const focusOf = (list: HTMLElement | null, place: string) =>
  list?.querySelector<HTMLElement>(`[data-place="${place}"] input`) ?? null;

/** For codes that no scanner types by itself, and for scanners whose letters only come into a field. */
function ScanField({ onCode }: { onCode: (code: string) => void }) {
  const [code, setCode] = useState('');
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== '') onCode(code.trim());
    setCode('');
  };
  return (
    <form className={styles.scan} onSubmit={send} aria-label="Scan">
      <TextField
        label="Scan, or type a number"
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="done"
        maxLength={80}
        optional="plainly"
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      <Button type="submit" size="large">
        Count
      </Button>
    </form>
  );
}

const ticks = (count: number) => (count === 1 ? '1 tick' : `${count} ticks`);

/** Says where the counts are: with the shop, or on this device alone. */
function Network({ pick: { kept, line, isKept } }: { pick: OngoingPick }) {
  const words =
    line.state === 'offline'
      ? kept.ticks > 0
        ? `Offline: ${ticks(kept.ticks)} ${kept.ticks === 1 ? 'is' : 'are'} kept here`
        : 'Offline: what you count is kept here'
      : line.state === 'sent'
        ? `Online again: ${ticks(line.sent)} sent`
        : '';
  return (
    <>
      <p role="status" className={styles.network} data-state={line.state}>
        {words}
      </p>
      {!isKept && <p className={styles.wrong}>This browser keeps nothing: leave this page open.</p>}
    </>
  );
}

/** Puts the order back for somebody else, with what is counted so far. */
function PutBack({ onEnded, pick }: Props & { pick: OngoingPick }) {
  const { client, orders } = trpc.useUtils();
  const failure = useFailureNotice();
  const [isBusy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    failure.end();
    try {
      await client.picking.leave.mutate({ key: pick.kept.key });
      pick.end();
      void orders.invalidate();
      await onEnded();
    } catch (error) {
      failure.tell(error, PICK_NOTICES.leaveFailed);
    } finally {
      setBusy(false);
    }
  };
  // Ticks that the shop has not got would be lost to whoever goes on.
  const isUnsent = pick.kept.unsent.length > 0;
  return (
    <Button size="large" busy={isBusy} unable={isUnsent || pick.trouble !== null} onClick={leave}>
      Put back
    </Button>
  );
}

/** Says at once that a list does not stand any more, and what can be done. */
function Trouble({ sheet, pick, onLookAgain, onEnded }: Props & { pick: OngoingPick }) {
  const { client } = trpc.useUtils();
  const failure = useFailureNotice();
  const { trouble, kept } = pick;
  if (!trouble) return null;
  const look = async () => {
    failure.end();
    try {
      onLookAgain(pick.latest(), await client.picking.begin.mutate({ id: sheet.order._id }));
    } catch (error) {
      failure.tell(error, PICK_NOTICES.beginFailed);
      if (refusal(error).status === 409) await onEnded();
    }
  };
  const { reason, message } = trouble;
  const status = statusIn(trouble.details);
  return (
    <section className={styles.changed} role="alert" aria-label="This list does not stand any more">
      <p>
        <b>
          {reason === 'order_state' && status
            ? `The order is now “${STATUS_WORDS[status]}”.`
            : reason === 'stale'
              ? 'The order was changed in the meantime.'
              : reason === 'not_found'
                ? 'The order was deleted.'
                : message}
        </b>
        {kept.ticks > 0 &&
          reason !== 'not_found' &&
          ` ${ticks(kept.ticks)} of yours did not arrive; this device keeps them.`}
      </p>
      {reason === 'stale' && (
        <Button look="primary" size="large" onClick={look}>
          See what changed
        </Button>
      )}
      {(reason === 'pick_state' || reason === 'order_state') && (
        <Button look="primary" size="large" onClick={() => onEnded()}>
          See the order
        </Button>
      )}
      {!['stale', 'pick_state', 'order_state', 'not_found'].includes(reason ?? '') && (
        <Button size="large" onClick={pick.retry}>
          Try again
        </Button>
      )}
      <Link to="/admin/picking">All that is to be picked</Link>
    </section>
  );
}

const statusIn = (details: unknown) =>
  (details as { order?: { status?: keyof typeof STATUS_WORDS } } | undefined)?.order?.status;

/** Offers what this device did not send of an earlier list of the same order. */
function Earlier({ user, sheet, begun, pick }: Props & { pick: OngoingPick }) {
  const { _id } = sheet.order;
  const [earlier, setEarlier] = useState(() => earlierTicks(user, _id, begun.key));
  if (!earlier) return null;
  const settle = () => {
    forgetEarlier(user, _id);
    setEarlier(null);
  };
  return (
    <section className={styles.changed} aria-label="Kept on this device">
      <p>{`This device keeps ${ticks(earlier.ticks)} of an earlier list of this order, which did not arrive.`}</p>
      <div className={styles.choice}>
        <Button
          size="large"
          onClick={() => {
            pick.take(earlier);
            settle();
          }}
        >
          Count them here
        </Button>
        <Button size="large" onClick={settle}>
          Forget them
        </Button>
      </div>
    </section>
  );
}
