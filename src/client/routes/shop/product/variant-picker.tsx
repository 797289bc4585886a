import { Link, useNavigate } from 'react-router-dom';
import { swatchColour } from '#client/features/catalog/swatch-colour.ts';
import { optionChoices } from '#client/routes/shop/product/chosen-variant.ts';
import { NumberSearch } from '#client/routes/shop/product/number-search.tsx';
import { SelectField } from '#client/ui/field.tsx';
import type { Product, Variant } from '#shared/schemas/products.ts';
import styles from './variant-picker.module.css';

export interface Colour {
  hex: string;
  hex2: string | null;
}

interface Props {
  product: Product;
  chosen: Variant;
  href: (variant: Variant) => string;
  /** Colours of option values, in lower case. */
  colours: ReadonlyMap<string, Colour>;
}

const FEW = 12;

/** Buttons and circles, a dropdown, or two of them for groups; with many variants a search by number (spec §2). */
export function VariantPicker(props: Props) {
  const { variants, variantLayout } = props.product;
  if (variants.length <= 1) return null;
  const isGrouped = variants.some(({ variantGroup }) => variantGroup !== '');
  return (
    <div className={styles.picker}>
      {(variants.length > FEW || variantLayout !== 0) && <NumberSearch {...props} />}
      {isGrouped ? (
        <GroupDropdowns {...props} />
      ) : variantLayout === 0 ? (
        <Options {...props} />
      ) : (
        <Dropdown {...props} />
      )}
    </div>
  );
}

function Options({ product, chosen, href, colours }: Props) {
  return product.options.map(({ name, values }) => {
    const choices = optionChoices(product, chosen, name, values).filter(choice => choice.variant);
    if (choices.length < 2) return null;
    const areColours = choices.every(({ value }) => colours.has(value.toLowerCase()));
    return (
      <div key={name}>
        <p className={styles.name}>
          <b>{name}</b>: {choices.find(choice => choice.isChosen)?.value}
        </p>
        <ul className={styles.values} aria-label={name}>
          {choices.map(({ value, variant, isChosen, isExact }) => {
            const colour = colours.get(value.toLowerCase());
            const look = areColours ? styles.circle : styles.value;
            return (
              <li key={value}>
                <Link
                  className={isExact ? look : `${look} ${styles.missing}`}
                  to={href(variant ?? chosen)}
                  replace
                  preventScrollReset
                  aria-current={isChosen || undefined}
                  title={isExact ? value : `${value}: not together with what is chosen`}
                >
                  {areColours && colour ? (
                    <>
                      <span className="visually-hidden">{value}</span>
                      <i style={{ background: swatchColour(colour.hex, colour.hex2) }} />
                    </>
                  ) : (
                    value
                  )}
                </Link>
              </li>
            );
          })}
        </ul>
      </div>
    );
  });
}

const nameOf = ({ options, title, productNum }: Variant) =>
  options.map(option => option.value).join(', ') || title || productNum;

function Dropdown({ product, chosen, href }: Props) {
  const navigate = useNavigate();
  return (
    <SelectField
      label="Variant"
      name="variant"
      value={chosen._id}
      onChange={event => {
        const variant = product.variants.find(({ _id }) => _id === event.target.value);
        if (variant) navigate(href(variant), { replace: true, preventScrollReset: true });
      }}
    >
      {product.variants.map(variant => (
        <option key={variant._id} value={variant._id}>
          {`${nameOf(variant)} (${variant.productNum})`}
        </option>
      ))}
    </SelectField>
  );
}

/** Group and option; what a group does not have is greyed. */
function GroupDropdowns({ product, chosen, href }: Props) {
  const navigate = useNavigate();
  const { variants } = product;
  const groups = [...new Set(variants.map(({ variantGroup }) => variantGroup))];
  const names = [...new Set(variants.map(nameOf))];
  const find = (group: string, name: string) =>
    variants.find(variant => variant.variantGroup === group && nameOf(variant) === name);
  const go = (variant: Variant | undefined) => {
    if (variant) navigate(href(variant), { replace: true, preventScrollReset: true });
  };
  const inGroup = (group: string) => variants.find(variant => variant.variantGroup === group);
  return (
    <div className={styles.dropdowns}>
      <SelectField
        label="Group"
        name="group"
        value={chosen.variantGroup}
        onChange={({ target }) => go(find(target.value, nameOf(chosen)) ?? inGroup(target.value))}
      >
        {groups.map(group => (
          <option key={group} value={group}>
            {group || 'None'}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Option"
        name="option"
        value={nameOf(chosen)}
        onChange={({ target }) => go(find(chosen.variantGroup, target.value))}
      >
        {names.map(name => (
          <option key={name} value={name} disabled={!find(chosen.variantGroup, name)}>
            {name}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
