import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { useOrdersToApprove } from '#client/features/approvals/approvals.ts';
import { useSignOut } from '#client/features/session/session.ts';
import { loadPart } from '#client/load-part.ts';
import { type MenuEntry, ownLinks } from '#client/routes/frame/profile-menu.ts';
import { unlessIdle } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Menu } from '#client/ui/menu.tsx';
import { isStaff } from '#shared/rules/permissions.ts';
import type { User } from '#shared/schemas/users.ts';
import styles from './header.module.css';

/** Staff's links come after the page, and to their browsers alone; without them the menu has the rest. */
function useStaffLinks(user: User): MenuEntry[][] {
  const [links, setLinks] = useState<MenuEntry[][]>([]);
  useEffect(() => {
    if (!isStaff(user)) return setLinks([]);
    loadPart(() => import('#client/routes/admin/admin-pages.ts')).then(
      ({ staffLinks }) => setLinks(staffLinks(user)),
      () => undefined,
    );
  }, [user]);
  return links;
}

/** Shows the profile menu (rule S8). */
export function AccountMenu({ user }: { user: User }) {
  const signOut = useSignOut();
  const waiting = useOrdersToApprove(user);
  const toApprove = waiting === 1 ? '1 order to approve' : `${waiting} orders to approve`;
  const urgent = waiting > 0 ? [[{ text: toApprove, to: '/user/team' }]] : [];
  const groups = [...urgent, ownLinks(user), ...useStaffLinks(user)];
  return (
    <Menu
      label={waiting > 0 ? `Account of ${user.name}, ${toApprove}` : `Account of ${user.name}`}
      className={styles.menu}
      buttonClassName={styles.link}
      button={
        <>
          <Icon name="user" />
          {waiting > 0 && <span className={`${styles.count} ${styles.waiting}`} data-count={waiting} />}
          <span className={styles.words}>{user.name.split(' ')[0]}</span>
          <Icon name="chevronDown" size={16} />
        </>
      }
    >
      <div className={styles.items}>
        {groups.map(group => (
          <ul key={group[0]?.to}>
            {group.map(({ text, to }) => (
              <li key={to}>
                <Link to={to}>{text}</Link>
              </li>
            ))}
          </ul>
        ))}
        <ul>
          <li>
            <button type="button" {...unlessIdle(signOut.isPending, () => signOut.mutate(undefined))}>
              Sign Out
            </button>
          </li>
        </ul>
      </div>
    </Menu>
  );
}
