/**
 * One call for all that came while the call before it was under way; who came alone waits for nobody. Its failure is
 * that of all who were in it.
 */
export function batchWhileBusy<T>(send: (items: T[]) => Promise<unknown>): (item: T) => Promise<void> {
  let before: Promise<unknown> = Promise.resolve();
  let next: { items: T[]; sent: Promise<void> } | null = null;

  const gather = () => {
    const items: T[] = [];
    const sent = before.then(async () => {
      next = null;
      await send(items);
    });
    before = sent.catch(() => undefined);
    return { items, sent };
  };

  return item => {
    next ??= gather();
    next.items.push(item);
    return next.sent;
  };
}
