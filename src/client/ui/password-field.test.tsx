import { act } from 'react';
import { expect, it } from 'vitest';
import { PasswordField } from '#client/ui/password-field.tsx';
import { setStage } from '#client/ui/stage.test-support.ts';

const stage = setStage();

it('a password is shown while whoever types it wants to see it, and hidden once it is sent', async () => {
  stage.show(
    <form noValidate onSubmit={event => event.preventDefault()}>
      <PasswordField label="Password" name="password" autoComplete="current-password" />
    </form>,
  );
  const field = stage.page.querySelector('input');
  const button = stage.page.querySelector('button');
  expect(field?.type).toBe('password');
  await act(async () => button?.click());
  expect([field?.type, button?.textContent]).toEqual(['text', 'Hide what is typed']);
  await act(async () => stage.page.querySelector('form')?.requestSubmit());
  expect([field?.type, button?.textContent]).toEqual(['password', 'Show what is typed']);
});
