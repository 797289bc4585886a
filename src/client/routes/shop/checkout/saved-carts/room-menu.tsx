import { type FormEvent, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/field.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Menu } from '#client/ui/menu.tsx';
import styles from './saved-carts.module.css';

interface Props {
  /** The name of the line. */
  name: string;
  room: string;
  /** The rooms of the whole cart. */
  rooms: readonly string[];
  onRoom: (room: string) => void;
}

/** Which room of the job a line is for: one of the cart's, or a new one. */
export function RoomMenu({ name, room, rooms, onRoom }: Props) {
  const [typed, setTyped] = useState('');
  const others = rooms.filter(other => other !== room && other !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim()) onRoom(typed.trim());
  };
  return (
    <Menu
      label={`Room of ${name}`}
      className={styles.menu}
      buttonClassName={styles.menuButton}
      button={
        <>
          Room…
          <Icon name="chevronDown" size={16} />
        </>
      }
    >
      <div className={styles.menuItems}>
        <form className={styles.newRoom} onSubmit={submit}>
          <TextField
            label="New room"
            name="room"
            autoComplete="off"
            maxLength={80}
            placeholder="Kitchen island"
            value={typed}
            onChange={event => setTyped(event.target.value)}
          />
          <Button type="submit" size="small" unable={typed.trim() === ''}>
            Set room
          </Button>
        </form>
        <ul>
          {others.map(other => (
            <li key={other}>
              <button type="button" onClick={() => onRoom(other)}>
                {other}
              </button>
            </li>
          ))}
          {room !== '' && (
            <li>
              <button type="button" onClick={() => onRoom('')}>
                No room
              </button>
            </li>
          )}
        </ul>
      </div>
    </Menu>
  );
}
