import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { useAddToCart } from '#client/features/cart/add-to-cart.ts';
import { Picture } from '#client/features/catalog/picture.tsx';
import { notify, useAction } from '#client/features/notices/notices.ts';
import { PriceWhy } from '#client/features/prices/price-why.tsx';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { textsOf } from '#client/ui/form-errors.ts';
import { QuantityStepper } from '#client/ui/quantity-stepper.tsx';
import { CART_TEXTS, PART_NUMBER_NOTICES } from '#shared/messages.ts';
import { formatMoney } from '#shared/rules/money.ts';
import type { SpecialVariant } from '#shared/schemas/companies.ts';
import styles from './special-pricing.module.css';

interface Props {
  product: { _id: string; vendor: string | null };
  variant: SpecialVariant;
  /** The company whose part number may be changed here; null: nobody's. */
  company: string | null;
}

/** A special-priced variant, to be put into the cart. */
export function PricedItem({ product, variant, company }: Props) {
  const [quantity, setQuantity] = useState(1);
  const { add, isAdding } = useAddToCart();
  const { _id, name, productNum, image, price, originalPrice, stock, unlimited, pieceSize } = variant;
  const isAvailable = unlimited || stock > 0;
  const words = isAvailable ? (isAdding ? CART_TEXTS.adding : 'Add to cart') : 'Out of stock';
  const line = {
    ...{ productId: product._id, variantId: _id, variantGroup: '', quantity, room: '' },
    ...{ name, image, productNum, vendor: product.vendor, price, pieceSize },
    quantityPrices: [],
  };
  return (
    <li className={styles.item}>
      <div className={styles.picture}>
        <Picture path={image} alt="" sizes="64px" />
      </div>
      <div className={styles.facts}>
        <Link to={`/product/${product._id}?variants=${_id}`}>{name}</Link>
        <p>{[productNum, product.vendor].filter(Boolean).join(' · ')}</p>
        <PartNumber {...{ variant, company }} />
      </div>
      <p className={styles.price}>
        <b>{formatMoney(price)}</b>
        {price < originalPrice && (
          <s>
            <span className="visually-hidden">Everyone's price </span>
            {formatMoney(originalPrice)}
          </s>
        )}
        <PriceWhy priceSource={variant.priceSource} />
      </p>
      <div className={`${styles.add} no-print`}>
        <QuantityStepper value={quantity} label={name} onChange={setQuantity} />
        <Button
          size="small"
          disabled={!isAvailable}
          busy={isAdding}
          aria-label={`${words}: ${name}, ${productNum}`}
          onClick={() => add(line)}
        >
          {words}
        </Button>
      </div>
    </li>
  );
}

/** The company's own number, changed where it stands. */
function PartNumber({ variant, company }: Pick<Props, 'variant' | 'company'>) {
  const { client, companies } = trpc.useUtils();
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { partNumber, productNum } = variant;
  const words = partNumber ? 'Change' : 'Add your number';
  const save = useAction(
    (asked: { company: string; rows: { productNum: string; partNumber: string }[] }) =>
      client.companies.savePartNumbers.mutate(asked),
    { failure: PART_NUMBER_NOTICES.failed },
  );
  if (!isOpen) {
    return (
      <p>
        {partNumber ? `Your number ${partNumber} ` : ''}
        {company && (
          <Button
            size="small"
            look="quiet"
            aria-label={`${words}: ${variant.name}`}
            onClick={() => setOpen(true)}
          >
            {words}
          </Button>
        )}
      </p>
    );
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { partNumber: typed = '' } = textsOf(event.currentTarget);
    const rows = [{ productNum, partNumber: typed }];
    save.mutate(
      { company: company ?? '', rows },
      {
        onSuccess: async ({ issues: [issue] }) => {
          if (issue) return setProblem(issue.message);
          await companies.products.invalidate();
          setOpen(false);
          notify(PART_NUMBER_NOTICES.saved);
        },
      },
    );
  };
  return (
    <Form className={styles.number} onSubmit={submit} aria-label={`Your number for ${variant.name}`}>
      <TextField
        label="Your number"
        name="partNumber"
        optional
        maxLength={60}
        autoComplete="off"
        defaultValue={partNumber}
        error={problem}
        onChange={() => setProblem(null)}
      />
      <Button size="small" type="submit" busy={save.isPending}>
        Save
      </Button>
      <Button size="small" look="quiet" onClick={() => setOpen(false)}>
        Cancel
      </Button>
    </Form>
  );
}
