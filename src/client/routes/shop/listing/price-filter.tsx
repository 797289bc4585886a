import { useEffect, useId, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { fromTheTop, type ListingAddress, listingSearch } from '#client/features/catalog/listing-address.ts';
import { keptFields, useListingForm } from '#client/routes/shop/listing/listing-form.ts';
import { Button } from '#client/ui/button.tsx';
import { useFollowedText } from '#client/ui/followed.ts';
import { useHydrated } from '#client/ui/hydrated.ts';
import { INITIAL_MAX_PRICE } from '#shared/constants.ts';
import styles from './filter-panel.module.css';

interface Props {
  path: string;
  address: ListingAddress;
  /** The highest price without this filter. */
  highestPrice: number;
}

const AMOUNT = '\\d{1,7}(\\.\\d{1,2})?';

/** Shows two amounts and a slider, which begins at 0 to 100 and filters nothing until it is moved (rule C4). */
export function PriceFilter({ path, address, highestPrice }: Props) {
  const { minPrice, maxPrice } = address;
  const id = useId();
  const from = useFollowedText(minPrice === undefined ? '' : String(minPrice));
  const to = useFollowedText(maxPrice === undefined ? '' : String(maxPrice));
  const submit = useListingForm(path);
  const isHydrated = useHydrated();
  const most = Math.max(INITIAL_MAX_PRICE, Math.ceil(highestPrice));
  const kept = keptFields(fromTheTop({ ...address, minPrice: undefined, maxPrice: undefined }));
  return (
    <form className={styles.price} action={path} method="get" onSubmit={submit}>
      {kept.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <div className={styles.amounts}>
        <label className="visually-hidden" htmlFor={`${id}-min`}>
          Price from
        </label>
        <input
          id={`${id}-min`}
          name="minPrice"
          inputMode="decimal"
          autoComplete="off"
          pattern={AMOUNT}
          placeholder="0"
          ref={from.ref}
          value={from.value}
          onChange={event => from.write(event.target.value)}
        />
        <span aria-hidden="true">–</span>
        <label className="visually-hidden" htmlFor={`${id}-max`}>
          Price to
        </label>
        <input
          id={`${id}-max`}
          name="maxPrice"
          inputMode="decimal"
          autoComplete="off"
          pattern={AMOUNT}
          placeholder={String(INITIAL_MAX_PRICE)}
          ref={to.ref}
          value={to.value}
          onChange={event => to.write(event.target.value)}
        />
        <Button type="submit" size="small">
          Go
        </Button>
      </div>
      <div className={styles.slider}>
        {isHydrated && (
          <Slider
            path={path}
            address={address}
            most={most}
            texts={{ from: from.value, to: to.value }}
            onMove={{ setFrom: from.write, setTo: to.write }}
          />
        )}
      </div>
    </form>
  );
}

interface SliderProps {
  path: string;
  address: ListingAddress;
  most: number;
  texts: { from: string; to: string };
  onMove: { setFrom: (text: string) => void; setTo: (text: string) => void };
}

function Slider({ path, address, most, texts, onMove }: SliderProps) {
  const navigate = useNavigate();
  const read = (text: string, otherwise: number) => {
    const amount = Number(text);
    return text.trim() === '' || Number.isNaN(amount) ? otherwise : Math.min(most, Math.max(0, amount));
  };
  const low = read(texts.from, 0);
  const high = Math.max(low, read(texts.to, INITIAL_MAX_PRICE));
  const go = (change: Partial<ListingAddress>) =>
    navigate(path + listingSearch(fromTheTop({ ...address, ...change })), { preventScrollReset: true });
  const percent = (amount: number) => `${(amount / most) * 100}%`;
  return (
    <div
      className={styles.track}
      style={{ '--low': percent(low), '--high': percent(high) } as React.CSSProperties}
    >
      <Thumb
        label="Price from, slider"
        most={most}
        value={low}
        onMove={amount => onMove.setFrom(String(Math.min(amount, high)))}
        onRest={amount => {
          // Filters nothing at its end, so the field says nothing there.
          if (amount === 0) onMove.setFrom('');
          go({ minPrice: amount > 0 ? Math.min(amount, high) : undefined });
        }}
      />
      <Thumb
        label="Price to, slider"
        most={most}
        value={high}
        onMove={amount => onMove.setTo(String(Math.max(amount, low)))}
        onRest={amount => {
          if (amount === most) onMove.setTo('');
          go({ maxPrice: amount < most ? Math.max(amount, low) : undefined });
        }}
      />
    </div>
  );
}

interface ThumbProps {
  label: string;
  most: number;
  value: number;
  onMove: (amount: number) => void;
  /** Let go of: only then the listing is asked. */
  onRest: (amount: number) => void;
}

function Thumb({ label, most, value, onMove, onRest }: ThumbProps) {
  const input = useRef<HTMLInputElement>(null);
  const rest = useRef(onRest);
  rest.current = onRest;
  // React's own change event comes with every pixel.
  useEffect(() => {
    const { current } = input;
    const atRest = () => rest.current(Number(current?.value));
    current?.addEventListener('change', atRest);
    return () => current?.removeEventListener('change', atRest);
  }, []);
  return (
    <input
      ref={input}
      type="range"
      min={0}
      max={most}
      step={1}
      value={Math.round(value)}
      aria-label={label}
      aria-valuetext={`$${Math.round(value)}`}
      onChange={event => onMove(Number(event.target.value))}
    />
  );
}
