import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { notify, useAction, useFailureNotice } from '#client/features/notices/notices.ts';
import { useUser } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { keepDraft, type ReviewDraft, takeDraft } from '#client/routes/shop/product/review-draft.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { TextArea, TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { textsOf, useFormErrors } from '#client/ui/form-errors.ts';
import { useHydrated } from '#client/ui/hydrated.ts';
import { Icon } from '#client/ui/icon.tsx';
import { MAX_STARS } from '#shared/constants.ts';
import { REVIEW_NOTICES } from '#shared/messages.ts';
import type { Review } from '#shared/schemas/reviews.ts';
import styles from './own-review.module.css';

/** Lets customers write, change and take back their own review of a product where the others' reviews stand. */
export function OwnReview({ product }: { product: string }) {
  const user = useUser();
  const isReady = useHydrated();
  const [isWriting, setWriting] = useState(false);
  const [draft, setDraft] = useState<ReviewDraft | null>(null);
  useEffect(() => {
    const kept = takeDraft(product);
    if (!kept) return;
    setDraft(kept);
    setWriting(true);
  }, [product]);
  const queries = trpc.useUtils();
  const { data } = trpc.reviews.list.useQuery(
    { product, user: user?._id, limit: 1 },
    { enabled: user !== null },
  );
  const own = user ? data?.reviews[0] : undefined;
  /** Stars and list follow at once (REV-02). */
  const refresh = () => Promise.all([queries.reviews.invalidate(), queries.products.byId.invalidate()]);
  const remove = useAction((id: string) => queries.client.reviews.remove.mutate({ id }), {
    failure: REVIEW_NOTICES.failed,
    after: refresh,
  });
  if (isWriting) {
    const done = async () => {
      takeDraft(product);
      setDraft(null);
      setWriting(false);
      await refresh();
    };
    return (
      <ReviewForm
        {...{ product, own }}
        begun={draft ?? own}
        onDone={done}
        onCancel={() => {
          setDraft(null);
          setWriting(false);
        }}
      />
    );
  }
  return (
    <div className={styles.ways}>
      <Button disabled={!isReady} onClick={() => setWriting(true)}>
        {own ? 'Edit your review' : 'Write a review'}
      </Button>
      {own && (
        <Button look="quiet" busy={remove.isPending} onClick={() => remove.mutate(own._id)}>
          Delete your review
        </Button>
      )}
    </div>
  );
}

interface FormProps {
  product: string;
  own: Review | undefined;
  /** With which the form begins. */
  begun: Pick<Review, 'rating' | 'title' | 'text'> | undefined;
  onDone: () => unknown;
  onCancel: () => void;
}

function ReviewForm({ product, own, begun, onDone, onCancel }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const isSignedIn = useUser() !== null;
  const { pathname, search } = useLocation();
  const [rating, setRating] = useState(begun?.rating ?? 0);
  const [isSending, setSending] = useState(false);
  const notice = useFailureNotice();
  const { errors, show, forget, field } = useFormErrors(form);
  const { client } = trpc.useUtils();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { title = '', text = '' } = textsOf(event.currentTarget);
    show([]);
    setSending(true);
    try {
      const said = { rating, title, text };
      await (own
        ? client.reviews.update.mutate({ _id: own._id, ...said })
        : client.reviews.create.mutate({ product, ...said }));
      notice.end();
      notify(REVIEW_NOTICES.posted);
      await onDone();
    } catch (error) {
      const { issues, reason } = refusal(error);
      show(issues);
      // The fault of a field stands beside it (rule N2); that nothing was posted is said all the same.
      if (reason === 'invalid') notice.say(REVIEW_NOTICES.failed);
      else notice.tell(error, REVIEW_NOTICES.failed);
      setSending(false);
    }
  };
  return (
    <Form className={styles.form} ref={form} onSubmit={submit} aria-label="Your review">
      {!isSignedIn && (
        <p>
          {'Only signed in users can leave ratings. '}
          <Link
            to={`/user?return=${encodeURIComponent(`${pathname}${search}#reviews`)}`}
            onClick={() => {
              const { title = '', text = '' } = form.current ? textsOf(form.current) : {};
              keepDraft({ product, rating, title, text });
            }}
          >
            Sign in
          </Link>
        </p>
      )}
      <Stars
        rating={rating}
        error={errors.rating}
        onRate={stars => {
          setRating(stars);
          forget('rating');
        }}
      />
      <TextField label="Title" optional maxLength={120} defaultValue={begun?.title} {...field('title')} />
      <TextArea
        label="Review"
        optional
        rows={5}
        maxLength={5000}
        defaultValue={begun?.text}
        {...field('text')}
      />
      {errors.product && <p role="alert">{`This product ${errors.product}.`}</p>}
      <div className={styles.ways}>
        <Button look="primary" type="submit" busy={isSending}>
          {own ? 'Save' : 'Post the review'}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

interface StarsProps {
  rating: number;
  error: string | undefined;
  onRate: (stars: number) => void;
}

const STARS = Array.from({ length: MAX_STARS }, (_, index) => index + 1);

function Stars({ rating, error, onRate }: StarsProps) {
  return (
    <fieldset className={styles.stars} aria-describedby={error ? 'rating-error' : undefined}>
      <legend>Rating</legend>
      {STARS.map(stars => (
        <label key={stars} className={stars <= rating ? styles.lit : undefined}>
          <input
            type="radio"
            name="rating"
            value={stars}
            checked={stars === rating}
            aria-invalid={error ? true : undefined}
            onChange={() => onRate(stars)}
          />
          <span className="visually-hidden">{stars === 1 ? '1 star' : `${stars} stars`}</span>
          <Icon name="star" size={28} />
        </label>
      ))}
      {error && (
        <p id="rating-error" className={styles.error}>
          {`Rating ${error}`}
        </p>
      )}
    </fieldset>
  );
}
