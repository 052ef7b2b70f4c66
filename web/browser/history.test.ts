import { describe, test } from 'vitest';
import { setCast } from './support/cast';
import { look } from './support/look';
import { startSession, turnEnd } from './support/sessions';
import { PHONE, setStage } from './support/stage';

const stage = setStage();
const cast = setCast(stage);

describe('the history of a project', () => {
  test('is filtered, also on a phone', async () => {
    const desk = await stage.person(cast.ada, `/p/${cast.project}/sessions`);
    await startSession(desk, 'rehearsal', 'chat', 'The first thing');
    await turnEnd(desk, 'Done').waitFor();
    const page = await stage.person(cast.ada, `/p/${cast.project}/sessions`, PHONE);
    await page.getByRole('button', { name: 'Filter sessions' }).click();
    await look(page, 'phone-session-filter');
    await page.getByRole('menuitemradio', { name: 'Failed' }).click();
    await page.getByText('No session matches.').waitFor();
    await page.getByRole('button', { name: 'Failed: show all again' }).click();
    await page
      .getByRole('link', { name: /The first thing/ })
      .first()
      .waitFor();
  });

  test('takes in conversations from elsewhere, if there are any', async () => {
    const page = await stage.person(cast.ada, `/p/${cast.project}/sessions`);
    await page.getByRole('button', { name: 'More about sessions' }).click();
    await page.getByRole('menuitem', { name: /Import conversations/ }).click();
    await page.getByRole('dialog').getByText('Nothing to import').waitFor();
    await look(page, 'session-import');
  });
});
