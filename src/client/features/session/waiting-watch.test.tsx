import { useMutation } from '@tanstack/react-query';
import { act, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { refused, setApi } from '#client/api.test-support.tsx';
import { useWaitingWatch } from '#client/features/session/waiting-watch.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';

const api = setApi();
const onEnd = vi.fn(async () => undefined);

function Watched({ level }: { level: 'Admin' | 'Employee' | 'Retail' }) {
  const { auth } = trpc.useUtils();
  useState(() => auth.me.setData({}, { user: { permissionLevel: level } } as never));
  return <Watching />;
}
function Watching() {
  useWaitingWatch(onEnd);
  const ask = useMutation({ mutationFn: () => Promise.reject(refused('waits_for_admin')) });
  return <Button onClick={() => ask.mutate()}>Ask</Button>;
}
afterEach(() => {
  vi.useRealTimers();
});
const asked = () => api.sentTo('approvals.list').length;

it('whoever asked an Admin is told soon after that has been decided, and not before', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let total = 0;
  api.answers['approvals.list'] = () => ({ acts: [], total });
  await api.show(<Watched level="Employee" />);
  expect(asked()).toBe(1);
  total = 1;
  await api.press('Ask');
  expect(asked()).toBe(2);
  // Another of theirs may have been decided just before.
  expect(onEnd).toHaveBeenCalledTimes(1);
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(asked()).toBeGreaterThan(2);
  expect(onEnd).toHaveBeenCalledTimes(1);
  total = 0;
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(onEnd).toHaveBeenCalledTimes(2);
  const then = asked();
  await act(() => vi.advanceTimersByTimeAsync(600_000));
  expect(asked()).toBe(then);
});

it.each(['Admin', 'Retail'] as const)(
  'for an account of the level %s, which asks no Admin, nothing is asked for',
  async level => {
    await api.show(<Watched level={level} />);
    expect(asked()).toBe(0);
  },
);
