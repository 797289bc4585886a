import { useState } from 'react';
import { Picture } from '#client/features/catalog/picture.tsx';
import type { Count } from '#client/routes/admin/picking/kept-pick.ts';
import { Button } from '#client/ui/button.tsx';
import { Choice, TextField } from '#client/ui/field.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Stepper } from '#client/ui/stepper.tsx';
import { MAX_SHORT_LENGTH, PRICE_NAMED, SHORT_REASONS } from '#shared/office-lists.ts';
import type { PickPlace } from '#shared/schemas/staff-picking.ts';
import styles from './place.module.css';

interface Props {
  place: PickPlace;
  count: Count;
  /** The list is to be finished: what is not all picked has to say why. */
  wantsReason: boolean;
  onCount: (wanted: number) => void;
  onShort: (reason: string) => void;
}

/** One thing to be picked: where it lies, what it is, and how many of it are in hand. */
export function Place({ place, count, wantsReason, onCount, onShort }: Props) {
  const { bin, productNum, partNumber, name, image, details, asked, pieceSize, isPriceNamed } = place;
  const { picked, short } = count;
  const [isShort, setShort] = useState(short !== '');
  const isAll = picked === asked;
  const needsReason = !isAll && (isShort || short !== '' || wantsReason);
  const facts = [
    productNum,
    partNumber && `theirs: ${partNumber}`,
    pieceSize > 1 && `packs of ${pieceSize}`,
    ...details,
    isPriceNamed && PRICE_NAMED,
  ].filter(fact => typeof fact === 'string' && fact !== '');
  return (
    <li className={styles.place} data-place={place.place} data-all={isAll || undefined}>
      <p className={styles.bin}>
        <span className="visually-hidden">Bin </span>
        {bin || '–'}
      </p>
      <span className={styles.picture}>
        <Picture path={image} alt="" sizes="64px" />
      </span>
      <div className={styles.what}>
        <h2>{name}</h2>
        <p>{facts.join(' · ')}</p>
      </div>
      <div className={styles.count}>
        <Stepper
          label={`Count of ${productNum}`}
          less={{ label: `One less of ${productNum}`, onPress: () => onCount(picked - 1) }}
          more={{ label: `One more of ${productNum}`, onPress: () => onCount(picked + 1) }}
          large
        >
          <input
            type="number"
            inputMode="numeric"
            min={0}
            max={asked}
            value={picked}
            aria-label={`Picked of ${productNum}, ${asked} to pick`}
            onChange={({ target }) => onCount(Math.round(target.valueAsNumber || 0))}
            onFocus={({ target }) => target.select()}
          />
        </Stepper>
        <Button
          look={isAll ? 'outline' : 'primary'}
          size="large"
          aria-pressed={isAll}
          aria-label={`${asked} of ${asked} ${productNum}`}
          onClick={() => onCount(asked)}
        >
          {isAll && <Icon name="check" size={18} />}
          {`${asked} of ${asked}`}
        </Button>
        {!isAll && (
          <Button
            size="large"
            aria-expanded={needsReason}
            aria-label={`Short of ${productNum}`}
            onClick={() => setShort(!isShort)}
          >
            Short
          </Button>
        )}
      </div>
      {needsReason && (
        <Reason
          place={place}
          missing={asked - picked}
          short={short}
          isMissing={wantsReason && short === ''}
          onShort={onShort}
        />
      )}
    </li>
  );
}

interface ReasonProps {
  place: PickPlace;
  missing: number;
  short: string;
  isMissing: boolean;
  onShort: (reason: string) => void;
}

/** Asks why there is less of something than was ordered. */
function Reason({ place: { place, productNum }, missing, short, isMissing, onShort }: ReasonProps) {
  const isKnown = SHORT_REASONS.some(reason => reason === short);
  const [isOther, setOther] = useState(short !== '' && !isKnown);
  const [text, setText] = useState(isKnown ? '' : short);
  return (
    <fieldset className={styles.reason} aria-invalid={isMissing || undefined}>
      <legend>{`${missing} of ${productNum} short, because:`}</legend>
      {SHORT_REASONS.map(reason => (
        <Choice
          key={reason}
          label={reason}
          name={`short ${place}`}
          value={reason}
          checked={!isOther && short === reason}
          onChange={() => {
            setOther(false);
            onShort(reason);
          }}
        />
      ))}
      <Choice
        label="another reason"
        name={`short ${place}`}
        value="other"
        checked={isOther}
        onChange={() => {
          setOther(true);
          onShort(text.trim());
        }}
      />
      {isOther && (
        <TextField
          label="Reason"
          name={`reason ${place}`}
          maxLength={MAX_SHORT_LENGTH}
          value={text}
          error={isMissing ? 'is required' : null}
          onChange={({ target }) => setText(target.value)}
          onBlur={() => text.trim() !== short && onShort(text.trim())}
        />
      )}
      {isMissing && !isOther && <p className={styles.error}>Reason is required</p>}
    </fieldset>
  );
}
