import { useState } from 'react';
import { Link } from 'react-router-dom';
import { board } from '#client/features/notices/notices.ts';
import { Piece } from '#client/routes/dev/kitchen-sink/piece.tsx';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Dropdown } from '#client/ui/dropdown.tsx';
import { Checkbox, Choice, SelectField, TextArea, TextField } from '#client/ui/field.tsx';
import { Icon, type IconName } from '#client/ui/icon.tsx';
import { Logo } from '#client/ui/logo.tsx';
import { Menu } from '#client/ui/menu.tsx';
import { Pagination } from '#client/ui/pagination.tsx';
import { Price } from '#client/ui/price.tsx';
import { QuantityStepper } from '#client/ui/quantity-stepper.tsx';
import { Sheet } from '#client/ui/sheet.tsx';
import { Stars } from '#client/ui/stars.tsx';
import { toMoney } from '#shared/rules/money.ts';
import styles from './kitchen-sink.module.css';

const LOOKS = ['primary', 'outline', 'quiet'] as const;
const ICONS: IconName[] = [
  'cart',
  'user',
  'search',
  'phone',
  'filter',
  'compare',
  'eye',
  'truck',
  'lock',
  'alert',
];
const COLOURS = ['red', 'green', 'blue', 'white'] as const;

export function UiPieces() {
  return (
    <>
      <Piece name="Buttons">
        <div className={styles.row}>
          {LOOKS.map(look => (
            <span className={styles.row} key={look}>
              <Button look={look}>{look}</Button>
              <Button look={look} size="small">{`${look}, small`}</Button>
              <Button look={look} size="large">{`${look}, large`}</Button>
              <Button look={look} disabled>{`${look}, disabled`}</Button>
            </span>
          ))}
          <Button look="icon" aria-label="Cart">
            <Icon name="cart" />
          </Button>
          <ButtonLink to="/dev/kitchen-sink">A link</ButtonLink>
          <CopyButton text="AV-125-SB" label="product number" />
        </div>
      </Piece>
      <Piece name="Icons and logo">
        <div className={styles.row}>
          <Logo />
          {ICONS.map(name => (
            <Icon key={name} name={name} />
          ))}
        </div>
      </Piece>
      <Fields />
      <Piece name="Price, stars, quantity, pages">
        <div className={styles.row}>
          <Price price={toMoney(685)} msrp={toMoney(850)} from={toMoney(685)} />
          <Price price={toMoney(129_900)} />
          <Stars rating={4.4} count={18} />
          <Stars rating={0} count={1} />
          <Stepper first={1} />
          <Stepper first={12} />
        </div>
        <Pagination page={5} pages={20} href={page => `?page=${page}`} />
      </Piece>
      <Piece name="Menus and overlays">
        <Overlays />
      </Piece>
    </>
  );
}

function Stepper({ first }: { first: number }) {
  const [value, setValue] = useState(first);
  return <QuantityStepper value={value} onChange={setValue} label={`sample ${first}`} />;
}

function Fields() {
  return (
    <Piece name="Fields">
      <div className={styles.columns}>
        <TextField label="Full name" name="name" />
        <TextField label="Company" name="company" optional defaultValue="Hollis Cabinetry" />
        <TextField label="Phone" name="phone" hint="So that the carrier can reach you" />
        <TextField label="Zip" name="zip" error="has 4 digits; it needs 5" defaultValue="7870" />
        <TextField label="Locked" name="locked" disabled defaultValue="AV-125-SB" />
        <SelectField label="State" name="state" defaultValue="TX">
          <option value="TX">Texas</option>
          <option value="OK">Oklahoma</option>
        </SelectField>
        <TextArea label="Message" name="message" />
        <div>
          <Choice name="shipping" label="Ground" hint="3 to 5 days" aside="$9.95" defaultChecked />
          <Choice name="shipping" label="Pick up at the store" aside="Free" />
        </div>
        <Checkbox label="The billing address is the same" defaultChecked />
        <Dropdown
          label="Size"
          value='3-3/4"'
          searched
          items={[
            { key: 'a', text: '3"', href: '?size=3', isChosen: false },
            { key: 'b', text: '3-3/4"', note: 'AV-96', href: '?size=96', isChosen: true },
            { key: 'c', text: '12"', note: 'Not made in this finish', isChosen: false },
          ]}
        />
      </div>
    </Piece>
  );
}

function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'sheet' | null>(null);
  const close = () => setOpen(null);
  return (
    <div className={styles.row}>
      <Menu label="A menu" className={styles.menu} button="A menu">
        <div className={styles.menuItems}>
          <Link to="/">Home</Link>
          <Link to="/categories">Categories</Link>
        </div>
      </Menu>
      <Button onClick={() => setOpen('dialog')}>Open the dialog</Button>
      <Button onClick={() => setOpen('sheet')}>Open the sheet</Button>
      {COLOURS.map(colour => (
        <Button key={colour} onClick={() => board.post(colour, `A ${colour} notice`, 0)}>
          {`A ${colour} notice`}
        </Button>
      ))}
      <Dialog open={open === 'dialog'} onClose={close} title="A dialog">
        <p>Closed by its cross, by Esc or by the backdrop.</p>
      </Dialog>
      <Sheet open={open === 'sheet'} onClose={close} title="A sheet">
        <p>Closed by Done, by pulling it down, by Esc or by the backdrop.</p>
      </Sheet>
    </div>
  );
}
