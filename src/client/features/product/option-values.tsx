import { canBuy } from '#client/features/catalog/stock.ts';
import { swatchColour } from '#client/features/catalog/swatch-colour.ts';
import { type Choice, optionChoices, variantHref } from '#client/features/product/chosen-variant.ts';
import { type Look, type Looks, lookOf } from '#client/features/product/looks.ts';
import type { Product, Variant } from '#shared/schemas/products.ts';
import styles from './variant-picker.module.css';

interface Props {
  product: Product;
  chosen: Variant;
  looks: Looks;
}

/** Buttons for the values of each option, circles where all of them have a colour. */
export function OptionValues({ product, chosen, looks }: Props) {
  return product.options.map(({ name, values }) => {
    const choices = optionChoices(product, chosen, name, values).filter(choice => choice.variant);
    if (choices.length < 2) return null;
    const areColours = choices.every(({ value }) => lookOf(looks, name, value).hex);
    return (
      <div key={name}>
        <p className={styles.name}>
          <b>{name}</b>: <span>{choices.find(choice => choice.isChosen)?.value}</span>
        </p>
        <ul className={styles.values} aria-label={name}>
          {choices.map(choice => (
            <li key={choice.value}>
              <Value
                product={product}
                choice={choice}
                look={areColours ? lookOf(looks, name, choice.value) : undefined}
              />
            </li>
          ))}
        </ul>
      </div>
    );
  });
}

function Value({ product, choice, look }: { product: Product; choice: Choice; look?: Look }) {
  const { value, variant, isChosen, without } = choice;
  if (!variant) return null;
  const reason = reasonOf(choice);
  const classes = [look ? styles.circle : styles.value, without.length > 0 && styles.missing]
    .concat(canBuy(variant, 1) ? [] : styles.gone)
    .filter(Boolean)
    .join(' ');
  return (
    <a
      className={classes}
      href={variantHref(product, variant)}
      aria-current={isChosen || undefined}
      title={reason ? `${value}: ${reason}` : value}
    >
      {look?.hex ? (
        <>
          <span className="visually-hidden">{value}</span>
          <i style={{ background: swatchColour(look.hex, look.hex2 ?? null) }} />
        </>
      ) : (
        value
      )}
      {reason && <span className="visually-hidden">{`, ${reason}`}</span>}
    </a>
  );
}

/** Why a value is greyed or crossed out; empty where nothing speaks against it. */
function reasonOf({ variant, without }: Choice): string {
  if (without.length > 0) return `not made in ${without.join(', ')}`;
  return variant && !canBuy(variant, 1) ? 'out of stock' : '';
}
