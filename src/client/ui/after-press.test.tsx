import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useAfterPress } from '#client/ui/after-press.ts';
import { setStage } from '#client/ui/stage.test-support.ts';

const stage = setStage();
let judged: string[];
let leave: (name: string) => void;

function Field({ form }: { form: string }) {
  leave = useAfterPress((name: string) => {
    judged.push(`${name} of ${form}`);
  });
  return null;
}

const show = (form: string) => stage.show(<Field form={form} />);
const tell = (type: string) => stage.page.dispatchEvent(new Event(type, { bubbles: true }));
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeEach(() => {
  vi.useFakeTimers();
  judged = [];
  show('before');
});
afterEach(() => {
  vi.useRealTimers();
});

it('judges at once what the keyboard leaves', () => {
  leave('zip');
  expect(judged).toEqual(['zip of before']);
});

it('judges what a press leaves after its click, by what stands there then', () => {
  tell('pointerdown');
  leave('zip');
  pass(5000);
  tell('pointerup');
  tell('click');
  expect(judged).toEqual([]);
  show('after');
  pass(0);
  expect(judged).toEqual(['zip of after']);
  leave('city');
  expect(judged).toHaveLength(2);
});

it('waits for the click of a finger, which leaves the field after it was lifted', () => {
  tell('pointerdown');
  tell('pointerup');
  pass(50);
  leave('zip');
  expect(judged).toEqual([]);
  tell('click');
  pass(0);
  expect(judged).toHaveLength(1);
});

it.each(['pointerup', 'pointercancel', 'keydown'])('forgets nothing where no click follows %s', type => {
  tell('pointerdown');
  leave('zip');
  tell(type);
  pass(300);
  expect(judged).toHaveLength(1);
});

it('judges nothing that is gone', () => {
  tell('pointerdown');
  leave('zip');
  tell('pointerup');
  stage.show(null);
  pass(5000);
  expect(judged).toEqual([]);
});
