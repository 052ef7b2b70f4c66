// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Menu } from './Menu';
import type { MenuItem } from './MenuList';

afterEach(cleanup);

function setup(onParentKey = vi.fn()) {
  const rename = vi.fn();
  const remove = vi.fn();
  const items: MenuItem[] = [
    { id: 'heading', heading: 'Card' },
    { id: 'rename', label: 'Rename', onSelect: rename },
    { id: 'move', label: 'Move', disabled: true, onSelect: () => {} },
    { id: 'line', separator: true },
    { id: 'delete', label: 'Delete', tone: 'danger', onSelect: remove },
  ];
  render(
    // biome-ignore lint/a11y/noStaticElementInteractions: it stands for a page that listens to keys.
    <div onKeyDown={onParentKey}>
      <Menu label="Card" items={items}>
        {(trigger) => (
          <button type="button" {...trigger}>
            More
          </button>
        )}
      </Menu>
    </div>,
  );
  const trigger = screen.getByRole('button', { name: 'More' });
  trigger.focus();
  return { rename, remove, trigger };
}

const focused = () => document.activeElement?.textContent;
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

test('it opens on its first entry, by click and by arrow', () => {
  const { trigger } = setup();
  fireEvent.click(trigger);
  expect(trigger.getAttribute('aria-expanded')).toBe('true');
  expect(focused()).toBe('Rename');
  press('Escape');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(trigger);
  press('ArrowUp');
  expect(focused()).toBe('Delete');
});

test('arrows skip what is disabled, and letters jump', () => {
  const { trigger } = setup();
  fireEvent.click(trigger);
  press('ArrowDown');
  expect(focused()).toBe('Delete');
  press('ArrowDown');
  expect(focused()).toBe('Rename');
  press('d');
  expect(focused()).toBe('Delete');
});

test('an entry runs once, after the menu has closed and given the focus back', () => {
  const { trigger, remove } = setup();
  fireEvent.click(trigger);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
  expect(remove).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(trigger);
});

test('keys pressed in the menu do not reach the page', () => {
  const onParentKey = vi.fn();
  const { trigger } = setup(onParentKey);
  fireEvent.click(trigger);
  press('ArrowDown');
  press('x');
  expect(onParentKey).not.toHaveBeenCalled();
});

test('a press elsewhere closes it', () => {
  const { trigger } = setup();
  fireEvent.click(trigger);
  fireEvent.pointerDown(document.body);
  expect(screen.queryByRole('menu')).toBeNull();
});
