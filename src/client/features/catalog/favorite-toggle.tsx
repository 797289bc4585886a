import { useAction } from '#client/features/notices/notices.ts';
import { useUser } from '#client/features/session/session.ts';
import { trpc } from '#client/trpc.ts';
import { unlessIdle } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { FAVORITE_NOTICES } from '#shared/messages.ts';
import styles from './favorite-toggle.module.css';

interface Props {
  variantId: string;
  productId: string;
  title: string;
  className?: string | undefined;
}

/** Marks a variant as a favorite or takes the mark off; for signed-in customers, whose list it is. */
export function FavoriteToggle({ variantId, productId, title, className }: Props) {
  const user = useUser();
  const queries = trpc.useUtils();
  const isMarked = user?.favorites.includes(variantId) ?? false;
  const toggle = useAction(
    (mark: boolean) =>
      mark
        ? queries.client.favorites.add.mutate({ variantId, productId })
        : queries.client.favorites.remove.mutate({ variantId }),
    { failure: FAVORITE_NOTICES.failed },
  );
  if (!user) return null;
  /** At once, as if it had been done; the truth is put back where it was not. */
  const show = (mark: boolean) =>
    queries.auth.me.setData({}, me => {
      if (!me?.user) return me;
      const others = me.user.favorites.filter(id => id !== variantId);
      return { ...me, user: { ...me.user, favorites: mark ? [variantId, ...others] : others } };
    });
  const press = () => {
    show(!isMarked);
    toggle.mutate(!isMarked, {
      onError: () => show(isMarked),
      onSuccess: () => queries.favorites.invalidate(),
    });
  };
  return (
    <button
      type="button"
      className={[className, styles.toggle].filter(Boolean).join(' ')}
      aria-label={`Favorite: ${title}`}
      aria-pressed={isMarked}
      title={isMarked ? 'Remove from favorites' : 'Add to favorites'}
      {...unlessIdle(toggle.isPending, press)}
    >
      <Icon name="heart" />
    </button>
  );
}
