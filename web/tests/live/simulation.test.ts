import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BoardNode } from '../../src/live/wire';
import { Simulation } from './simulation';

const SEEDS = Number(process.env.TANDEM_SIMULATION_SEEDS ?? 300);

describe('the live client, in bad weather', () => {
  test('converges, loses nothing and makes nothing twice', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const simulation = await play(seed);
        checkAll(simulation);
      }),
      { numRuns: SEEDS, seed: Number(process.env.TANDEM_SIMULATION_SEED ?? 1), endOnFailure: true },
    );
  });
});

async function play(seed: number): Promise<Simulation> {
  const simulation = new Simulation(seed, 3);
  await simulation.clock.pass(500);
  for (let step = 0; step < 60; step += 1) {
    const person = simulation.pick(simulation.people);
    const chance = simulation.random();
    if (chance < 0.03) simulation.restart();
    else if (chance < 0.06) await person?.reload();
    else person?.act();
    await simulation.clock.pass(
      simulation.random() < 0.6 ? simulation.random() * 40 : simulation.random() * 1_500,
    );
  }
  await simulation.calmDown();
  return simulation;
}

function checkAll({ server, people }: Simulation): void {
  const ids = server.log.map(({ id }) => id);
  expect(new Set(ids).size, 'no change is in the log twice').toBe(ids.length);
  const expected = byId(server.nodes);
  for (const person of people) {
    expect(person.board.status()).toMatchObject({ phase: 'live', unsent: 0, seq: server.log.length });
    expect(byId(person.view())).toEqual(expected);
    for (const id of person.made) {
      const fates = [ids.includes(id), person.refused.has(id), person.takenBack.has(id)].filter(Boolean);
      expect(fates, `the edit ${id} of ${person.name} has one fate`).toEqual([true]);
    }
  }
  checkWords(
    server.log.flatMap(({ ops }) => ops.flatMap((op) => (op.op === 'delete' ? [op.id] : []))),
    { expected, people },
  );
}

/** Every word somebody wrote is in the text, in a refusal that shows it, or went with its card or an undo. */
function checkWords(
  deleted: readonly string[],
  { expected, people }: { expected: Record<string, BoardNode>; people: Simulation['people'] },
): void {
  for (const person of people) {
    const shown = [...person.refused.values()].join(' ');
    for (const { card, word, edit } of person.words) {
      if (deleted.includes(card) || person.takenBack.has(edit)) continue;
      const text = String(expected[card]?.props.text ?? '');
      expect(`${text} ${shown}`.split(/\s+/), `the word of ${person.name} on ${card}`).toContain(word);
    }
  }
}

function byId(nodes: readonly BoardNode[]): Record<string, BoardNode> {
  return Object.fromEntries(nodes.map((node) => [node.id, node]));
}
