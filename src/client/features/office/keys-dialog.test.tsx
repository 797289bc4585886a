import { expect, it } from 'vitest';
import { setApi } from '#client/api.test-support.tsx';
import { KeysDialog } from '#client/features/office/keys-dialog.tsx';
import { useRecordKeys, useSaveKeys } from '#client/features/office/record-keys.ts';

const api = setApi();

function Shown({ isOpen }: { isOpen: boolean }) {
  useSaveKeys();
  useRecordKeys();
  return (
    <>
      <div id="content">
        <input aria-label="Name" />
      </div>
      {isOpen && <KeysDialog onClose={() => undefined} />}
    </>
  );
}

it('a record lists the key that saves it, which works where single keys are off', async () => {
  await api.show(<Shown isOpen={false} />);
  await api.show(<Shown isOpen />);
  const struck = () =>
    Object.fromEntries(
      [...api.page.querySelectorAll('dialog dl > div')].map(row => [
        row.querySelector('dd')?.textContent,
        /off/.test(row.className),
      ]),
    );
  expect(struck()).toEqual({ 'Ctrl-S': false, e: false });
  await api.check('Use single-key shortcuts');
  expect(struck()).toEqual({ 'Ctrl-S': false, e: true });
  await api.check('Use single-key shortcuts');
});
