import { type FormEvent, useRef, useState } from 'react';
import { useAction } from '#client/features/notices/notices.ts';
import { refusal } from '#client/refusal.ts';
import { AREA_TEXTS } from '#client/routes/user/settings/key-texts.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { SelectField, TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { textsOf, useFormErrors } from '#client/ui/form-errors.ts';
import { useHydrated } from '#client/ui/hydrated.ts';
import { KEY_AREAS, type KeyScope } from '#shared/enumerations.ts';
import { API_KEY_NOTICES } from '#shared/messages.ts';
import { KEY_DAYS, keyEnd } from '#shared/rules/key-scopes.ts';
import { readMoney } from '#shared/rules/money-text.ts';
import { isStaff } from '#shared/rules/permissions.ts';
import type { NewApiKey } from '#shared/schemas/auth.ts';
import type { User } from '#shared/schemas/users.ts';
import styles from './settings.module.css';

const HOUR_MS = 60 * 60 * 1000;
const ENDS = [
  [30, 'In 30 days'],
  [KEY_DAYS.default, 'In 90 days'],
  [180, 'In 180 days'],
  [KEY_DAYS.most, 'In a year'],
] as const;

/** Name, scopes and end of a new key; `then` is given the key itself. */
export function NewKeyForm({ user, then }: { user: User; then: (key: string) => unknown }) {
  const form = useRef<HTMLFormElement>(null);
  const { show, field } = useFormErrors(form);
  const [placesOrders, setPlacesOrders] = useState(false);
  const { client } = trpc.useUtils();
  const make = useAction((input: NewApiKey) => client.apiKeys.create.mutate(input), {
    failure: API_KEY_NOTICES.makeFailed,
    after: ({ key }) => then(key),
  });
  const areas = KEY_AREAS.filter(area => area !== 'staff' || isStaff(user));
  const isReady = useHydrated();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { name = '', days = '', onAccountUpTo = '', ...chosen } = textsOf(event.currentTarget);
    const scopes = areas.flatMap(area => (chosen[area] ? [`${area}:${chosen[area]}` as KeyScope] : []));
    const amount = onAccountUpTo.trim() === '' ? undefined : readMoney(onAccountUpTo);
    const wrong = [
      ...(name.trim() === '' ? [{ path: ['name'], message: 'is required' }] : []),
      ...(scopes.length === 0 ? [{ path: ['catalogue'], message: 'Choose at least one area.' }] : []),
      ...(amount === null ? [{ path: ['onAccountUpTo'], message: 'is not an amount like 500.00' }] : []),
    ];
    show(wrong);
    if (wrong.length > 0) return;
    make.mutate(
      {
        ...{ name, scopes },
        // A little less than the days: the clock of this machine may be ahead of the shop's.
        expiresAt: keyEnd(Number(days), new Date(Date.now() - HOUR_MS)),
        ...(amount != null && { onAccountUpTo: amount }),
      },
      { onError: error => show(refusal(error).issues) },
    );
  };
  return (
    <Form className={styles.section} ref={form} onSubmit={submit} aria-label="New API key">
      <TextField
        label="Name"
        maxLength={80}
        autoComplete="off"
        hint="So that you recognize it, e.g. Shop computer"
        {...field('name')}
      />
      <fieldset>
        <legend>The key may</legend>
        <div className={styles.areas}>
          {areas.map(area => {
            const { onChange, ...blamed } = field(area);
            return (
              <SelectField
                key={area}
                {...AREA_TEXTS[area]}
                {...blamed}
                onChange={event => {
                  onChange();
                  if (area === 'orders') setPlacesOrders(event.target.value === 'write');
                }}
              >
                <option value="">Nothing</option>
                <option value="read">Read</option>
                <option value="write">Read and write</option>
              </SelectField>
            );
          })}
        </div>
      </fieldset>
      {placesOrders && user.company !== null && (
        <TextField
          label="Maximum for an order on account"
          inputMode="decimal"
          autoComplete="off"
          optional
          hint="In dollars. If left empty, the key can’t place orders on account."
          {...field('onAccountUpTo')}
        />
      )}
      <SelectField label="The key expires" defaultValue={KEY_DAYS.default} {...field('days')}>
        {ENDS.map(([days, text]) => (
          <option key={days} value={days}>
            {text}
          </option>
        ))}
      </SelectField>
      <div>
        <Button look="primary" type="submit" unable={!isReady} busy={make.isPending}>
          {make.isPending ? 'Making the key' : 'Make the key'}
        </Button>
      </div>
    </Form>
  );
}
