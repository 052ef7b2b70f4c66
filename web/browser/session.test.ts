import { describe, expect, test } from 'vitest';
import { PASSWORD } from '../tests/support/server';
import { look } from './support/look';
import { expectComplaint, setStage } from './support/stage';

const stage = setStage();

describe('getting in', () => {
  test('the first person sets up the server with the printed link, and stays signed in after a reload', async () => {
    const page = await stage.visitor();
    await page.goto('/');
    await page.getByRole('heading', { name: 'Set up this server' }).waitFor();
    await look(page, 'setup-needed');
    await page.goto(stage.server.setupLink);
    await page.getByLabel('Name').fill('Ada Lovelace');
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await look(page, 'setup');
    expect(page.url(), 'the token is not left in the address').not.toContain('token=');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    await look(page, 'projects-empty');
    await page.reload();
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
  });

  test('a wrong password is told, a right one lets in, and signing out ends it', async () => {
    const page = await stage.visitor();
    await page.goto('/settings');
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByLabel('Password', { exact: true }).fill('something else');
    expectComplaint(page, /401/);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').first().waitFor();
    await look(page, 'login-wrong');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Profile' }).waitFor();
    await page.getByRole('button', { name: /account/i }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.goto('/');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  });

  test('a second person joins by an invitation made in the settings, once', async () => {
    const ada = { id: '', token: '', name: 'Ada Lovelace', email: 'ada@example.org', password: PASSWORD };
    const page = await stage.person(ada, '/settings/invites');
    await page.getByRole('button', { name: 'Make an invitation link' }).click();
    const link = await page.getByLabel(/link/i).first().inputValue();
    await look(page, 'invites');
    const guest = await stage.visitor();
    await guest.goto(link);
    await guest.getByLabel('Name').fill('Grace Hopper');
    await guest.getByLabel('Email').fill('grace@example.org');
    await guest.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await look(guest, 'join');
    await guest.getByRole('button', { name: 'Create account' }).click();
    await guest.getByRole('heading', { name: 'Projects' }).waitFor();
    const late = await stage.visitor();
    await late.goto(link);
    await late.getByLabel('Name').fill('Eve');
    await late.getByLabel('Email').fill('eve@example.org');
    await late.getByLabel('Password', { exact: true }).fill(PASSWORD);
    expectComplaint(late, /40[39]/);
    await late.getByRole('button', { name: 'Create account' }).click();
    await late.getByRole('alert').first().waitFor();
  });
});
