import { useState } from 'react';
import type { OrderDraft } from '#client/routes/admin/orders/order-fields.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/field.tsx';
import { trackingUrl } from '#shared/rules/tracking.ts';
import styles from './parcels-field.module.css';

/** The parcels of an order: a carrier and a number each, by which they are followed. */
export function ParcelsField({ draft, error }: { draft: OrderDraft; error: string | undefined }) {
  const { tracking } = draft.values;
  const [carrier, setCarrier] = useState('');
  const [number, setNumber] = useState('');
  const [missing, setMissing] = useState(false);
  const add = () => {
    const parcel = { carrier: carrier.trim(), number: number.trim() };
    const isKnown = tracking.some(one => one.carrier === parcel.carrier && one.number === parcel.number);
    setMissing(parcel.carrier === '' || parcel.number === '');
    if (parcel.carrier === '' || parcel.number === '') return;
    if (!isKnown) draft.type({ tracking: [...tracking, parcel] });
    setNumber('');
  };
  return (
    <fieldset className={styles.parcels}>
      <legend>Parcels</legend>
      {tracking.length > 0 && (
        <ul>
          {tracking.map(parcel => (
            <li key={`${parcel.carrier} ${parcel.number}`}>
              <ParcelLink {...parcel} />
              <Button
                size="small"
                className="no-print"
                aria-label={`Remove ${parcel.carrier} ${parcel.number}`}
                onClick={() => draft.type({ tracking: tracking.filter(one => one !== parcel) })}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in either field adds, as it would in a form */}
      <div
        className={`${styles.add} no-print`}
        onKeyDown={event => {
          if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
          event.preventDefault();
          add();
        }}
      >
        <TextField
          label="Carrier"
          name="carrier"
          list="carriers"
          maxLength={60}
          value={carrier}
          optional="plainly"
          error={missing && carrier.trim() === '' ? 'is required' : null}
          onChange={({ target }) => setCarrier(target.value)}
        />
        <datalist id="carriers">
          <option value="FedEx" />
          <option value="UPS" />
          <option value="USPS" />
        </datalist>
        <TextField
          label="Tracking number"
          name="trackingNumber"
          maxLength={80}
          value={number}
          optional="plainly"
          error={missing && number.trim() === '' ? 'is required' : null}
          onChange={({ target }) => setNumber(target.value)}
        />
        <Button onClick={add}>Add parcel</Button>
      </div>
      {error && (
        <p role="alert" className={styles.error}>
          {`Parcel ${error}`}
        </p>
      )}
    </fieldset>
  );
}

function ParcelLink({ carrier, number }: { carrier: string; number: string }) {
  const url = trackingUrl(carrier, number);
  return (
    <span>
      {`${carrier}: `}
      {url ? (
        <a href={url} rel="noreferrer" target="_blank">
          {number}
        </a>
      ) : (
        number
      )}
    </span>
  );
}
