// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { lazily } from '@/lib/lazily';
import { pretendScreen } from '../../tests/support/screen';
import { PaletteDialog } from './PaletteDialog';

const { arrive, arrived } = vi.hoisted(() => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  return { arrive, arrived };
});

vi.mock('./pages', () => ({
  Palette: lazily(async () => {
    await arrived;
    return import('@/features/palette/Palette');
  }),
}));

// What comes when it is first shown is here before a test waits for it.
beforeAll(() => import('@/features/palette/Palette').then(() => {}));
beforeAll(() => {
  pretendScreen();
  HTMLDialogElement.prototype.showModal ??= () => {};
});
afterEach(cleanup);

test('what is typed before the palette is there is not lost', async () => {
  await act(async () => {
    render(<PaletteDialog onClose={() => {}} />);
  });
  const field = screen.getByRole('textbox', { hidden: true });
  expect(document.activeElement).toBe(field);
  await act(async () => fireEvent.change(field, { target: { value: 'log' } }));
  await act(async () => arrive());
  const search = await screen.findByRole('combobox', { hidden: true });
  expect(search).toHaveProperty('value', 'log');
  expect(document.activeElement).toBe(search);
  expect((search as HTMLInputElement).selectionStart, 'one types on at its end').toBe(3);
});
