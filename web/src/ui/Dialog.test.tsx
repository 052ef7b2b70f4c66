// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { ConfirmDialog } from './ConfirmDialog';
import { confirm } from './confirm';
import { Dialog } from './Dialog';
import { dialogIsOpen } from './dialog-stack';

afterEach(cleanup);

function Page({ onClose }: { onClose: () => void }) {
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onClose();
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open ? (
        <Dialog title="Rename" description="What it is called." onClose={close}>
          <input aria-label="First" />
          <input aria-label="Second" data-autofocus="" />
        </Dialog>
      ) : null}
    </>
  );
}

function openPage() {
  const onClose = vi.fn();
  render(<Page onClose={onClose} />);
  const trigger = screen.getByRole('button', { name: 'Open' });
  trigger.focus();
  fireEvent.click(trigger);
  return { onClose, trigger, dialog: screen.getByRole('dialog', { name: 'Rename' }) };
}

test('it is modal, named, and puts the focus where it is asked to', () => {
  const { dialog } = openPage();
  expect(dialog.hasAttribute('open')).toBe(true);
  expect(dialogIsOpen()).toBe(true);
  expect(document.activeElement).toBe(screen.getByLabelText('Second'));
});

test('Escape closes it, and the focus returns', () => {
  const { dialog, onClose, trigger } = openPage();
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(dialogIsOpen()).toBe(false);
  expect(document.activeElement).toBe(trigger);
});

test('a press beside it closes it; one that began inside does not', () => {
  const { dialog, onClose } = openPage();
  fireEvent.mouseDown(screen.getByLabelText('First'));
  fireEvent.click(dialog);
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.mouseDown(dialog);
  fireEvent.click(dialog);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a question is answered by its buttons', async () => {
  render(<ConfirmDialog />);
  const yes = confirm({ title: 'Delete it?', action: 'Delete' });
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await yes).toBe(true);
  const no = confirm({ title: 'Delete it?', action: 'Delete' });
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await no).toBe(false);
});

test('what cannot be taken back wants its name typed', async () => {
  render(<ConfirmDialog />);
  const asked = confirm({ title: 'Delete Atlas?', action: 'Delete', typed: 'Atlas' });
  const action = await screen.findByRole('button', { name: 'Delete' });
  expect(action.hasAttribute('disabled')).toBe(true);
  fireEvent.change(screen.getByLabelText('Type “Atlas” to go on'), { target: { value: 'Atlas' } });
  fireEvent.click(action);
  expect(await asked).toBe(true);
});

test('a second question cancels the first', async () => {
  render(<ConfirmDialog />);
  const first = confirm({ title: 'One?', action: 'Yes' });
  const second = confirm({ title: 'Two?', action: 'Yes' });
  expect(await first).toBe(false);
  fireEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  expect(await second).toBe(true);
});
