// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { useCommands, useFinder } from '@/lib/commands';
import { pretendScreen } from '../../../tests/support/screen';
import Palette from './Palette';

const run = vi.fn();

function Offers() {
  useCommands([{ id: 'login', label: 'Log in again', group: 'This app', run: () => run('command') }]);
  useFinder((text) => [
    { id: 'card.1', label: 'Fix the login', group: 'Cards', keywords: [text], run: () => run('card') },
  ]);
  useFinder((text) => [
    { id: 'search.x', label: `Search for “${text}”`, group: 'Search', run: () => run(text) },
  ]);
  return <Palette typed="" onClose={() => {}} />;
}

beforeAll(() => {
  pretendScreen();
  HTMLDialogElement.prototype.showModal ??= () => {};
});
afterEach(cleanup);

const options = () => screen.getAllByRole('option', { hidden: true }).map((option) => option.textContent);

test('finds what fits the text, and offers to search elsewhere last', async () => {
  render(<Offers />);
  expect(options()).toEqual(['Log in again']);
  const type = (value: string) =>
    act(async () => fireEvent.change(screen.getByRole('combobox', { hidden: true }), { target: { value } }));
  await type('login fix');
  expect(options()).toEqual(['Fix the login', 'Search for “login fix”']);
  await type('again');
  expect(options().at(0)).toBe('Log in again');
  expect(options().at(-1)).toBe('Search for “again”');
  fireEvent.click(screen.getByText('Search for “again”'));
  await vi.waitFor(() => expect(run).toHaveBeenCalledWith('again'));
});
