import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newBoard, setCast } from './support/cast';
import { look } from './support/look';
import { expectComplaint, setStage } from './support/stage';

const stage = setStage();
const cast = setCast(stage);

describe('every page', () => {
  test('the list of projects, and a new one from a folder with git', async () => {
    const folder = join(stage.server.projects, 'difference-engine');
    mkdirSync(join(folder, 'src'), { recursive: true });
    execFileSync('git', ['init', '--quiet', '--initial-branch', 'trunk', folder]);
    const page = await stage.person(cast.ada, '/');
    await page.getByRole('link', { name: /Analytical Engine/ }).waitFor();
    await look(page, 'projects');
    await page.getByRole('button', { name: 'New project' }).click();
    const dialog = page.getByRole('dialog', { name: 'New project' });
    await dialog.getByRole('option', { name: /difference-engine/ }).click();
    await dialog.getByText(/git/i).first().waitFor();
    await dialog.getByLabel('Name').fill('Difference Engine');
    await dialog.getByRole('button', { name: 'Create project' }).click();
    await page.getByRole('region', { name: 'Pending', exact: true }).waitFor();
    await page.goto('/');
    await page.getByText('trunk').waitFor();
  });

  test.each(['profile', 'password', 'devices', 'tokens', 'appearance', 'invites'])(
    'the settings: %s',
    async (section) => {
      const page = await stage.person(cast.ada, `/settings/${section}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page
        .getByRole('heading', { name: new RegExp(section.slice(0, 6), 'i') })
        .first()
        .waitFor();
      await look(page, `settings-${section}`);
    },
  );

  test('a personal token is shown once and works', async () => {
    const page = await stage.person(cast.ada, '/settings/tokens');
    await page.getByRole('button', { name: /token/i }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('A script');
    await dialog.getByRole('button', { name: /Create|Make/ }).click();
    const token = await dialog.getByLabel(/token/i).first().inputValue();
    await look(page, 'token-shown');
    expect(await stage.server.call('GET', '/me', token)).toMatchObject({ email: cast.ada.email });
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByText('A script').waitFor();
    expect(await page.content()).not.toContain(token);
  });

  test('members are added, changed and removed', async () => {
    const page = await stage.person(cast.ada, `/p/${cast.project}/members`);
    await page.getByText('Grace Hopper').first().waitFor();
    await look(page, 'members');
    await page.getByRole('combobox', { name: /Grace Hopper/ }).selectOption('viewer');
    await expect
      .poll(async () => {
        const { items } = await stage.server.call<{ items: { email: string; role: string }[] }>(
          'GET',
          `/projects/${cast.project}/members`,
          cast.ada.token,
        );
        return items.find(({ email }) => email === cast.grace.email)?.role;
      })
      .toBe('viewer');
    await page.getByRole('button', { name: /Remove.*Grace|Grace.*Remove/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Remove/ })
      .click();
    await page.getByText('Grace Hopper').first().waitFor({ state: 'detached' });
  });

  test('a second board is made, renamed and deleted', async () => {
    const page = await stage.person(cast.ada, `/p/${cast.project}`);
    await page.getByRole('button', { name: 'New board' }).click();
    await page.getByRole('dialog').getByLabel('Title').fill('Second board');
    await page.getByRole('dialog').getByRole('button', { name: 'Create board' }).click();
    await page.getByRole('button', { name: 'Board menu of Second board' }).click();
    await page.getByRole('menuitem', { name: 'Rename board' }).click();
    await page.getByRole('dialog').getByLabel('Title').fill('Other board');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('button', { name: 'Board menu of Other board' }).click();
    await page.getByRole('menuitem', { name: 'Delete board' }).click();
    const sure = page.getByRole('dialog').getByRole('button', { name: 'Delete board' });
    expect(await sure.isDisabled(), 'its title must be typed first').toBe(true);
    await page.getByRole('dialog').getByRole('textbox').fill('Other board');
    await sure.click();
    await page.getByRole('link', { name: 'Other board' }).waitFor({ state: 'detached' });
    const { items } = await stage.server.call<{ items: unknown[] }>(
      'GET',
      `/projects/${cast.project}/boards`,
      cast.ada.token,
    );
    expect(items).toHaveLength(1);
  });

  test('name and password are changed, and another device is signed out', async () => {
    const eve = await stage.server.invited(cast.ada, 'Eve Online');
    const [page, other] = await Promise.all([stage.person(eve, '/settings/profile'), stage.person(eve, '/')]);
    await page.getByLabel('Name').fill('Eve Renamed');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Account of Eve Renamed' }).waitFor();
    await page.goto('/settings/password');
    await page.getByLabel('Current password').fill(eve.password);
    await page.getByLabel('New password').fill('another good pass phrase');
    expectComplaint(other, /401|WebSocket/);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect
      .poll(() =>
        stage.server
          .call('POST', '/auth/login', null, { email: eve.email, password: 'another good pass phrase' })
          .then(
            () => 'in',
            () => 'out',
          ),
      )
      .toBe('in');
    await other.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.goto('/settings/devices');
    const signOut = page.getByRole('button', { name: /^Sign out / });
    await signOut.first().waitFor();
    const before = await signOut.count();
    await signOut.first().click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Sign out/ })
      .click();
    await expect.poll(() => signOut.count()).toBe(before - 1);
  });

  test('somebody who is no owner can leave', async () => {
    const { project } = await newBoard(stage, cast, 'Left behind');
    const page = await stage.person(cast.grace, `/p/${project}/members`);
    await page.getByRole('button', { name: 'Leave the project' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    await page.getByRole('link', { name: /Left behind/ }).waitFor({ state: 'detached' });
  });

  test('the settings of a project, and a page that is not there', async () => {
    const page = await stage.person(cast.ada, `/p/${cast.project}/settings`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await look(page, 'project-settings');
    await page.goto('/nowhere/at/all');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await look(page, 'not-found');
  });
});
