import type { ColumnMode, ColumnSettings } from './columns';

export const COLUMN_MODE_WORDS: Readonly<
  Record<ColumnMode, { readonly label: string; readonly detail: string }>
> = {
  plan: {
    label: 'Plan',
    detail: 'The agent reads the project, asks, and writes a plan. It changes nothing.',
  },
  code: { label: 'Code', detail: 'The agent carries out the card, or its approved plan, and edits files.' },
  review: {
    label: 'Review',
    detail: 'The agent holds the changes against the best practices of the project, rule by rule.',
  },
  custom: {
    label: 'Custom',
    detail: 'The agent does what the prompt of this column says, and nothing else.',
  },
};

/** Says, sentence by sentence, what happens to a card in a column. `nameOf` names the other columns. */
export function whatHappens(settings: ColumnSettings, nameOf: (column: string) => string): readonly string[] {
  const { mode, autoStart, limit } = settings;
  if (mode === null) return ['A card that is dropped here rests. No agent starts.'];
  const start = autoStart
    ? 'When somebody drops a card here, an agent starts at once.'
    : 'A card that is dropped here rests until somebody presses Start on it.';
  const line =
    limit === null
      ? []
      : [
          `At most ${limit === 1 ? 'one card is' : `${limit} cards are`} worked on at a time; the others line up.`,
        ];
  return [start, COLUMN_MODE_WORDS[mode].detail, ...leadsTo(settings, nameOf), ...line];
}

function leadsTo(
  { mode, approveTo, doneTo }: ColumnSettings,
  nameOf: (column: string) => string,
): readonly string[] {
  if (mode === 'plan') {
    const approved = approveTo
      ? `When you approve the plan, the card goes to ${nameOf(approveTo)} and the agent goes on there.`
      : 'When you approve the plan, the card stays here until you move it.';
    return [approved];
  }
  const done = mode === 'review' ? 'When no rule has failed' : 'When the agent is done';
  const end = doneTo
    ? `${done}, the card goes to ${nameOf(doneTo)}.`
    : `${done}, the card stays here until you move it.`;
  return [end, 'After an error it stays, and can be tried again.'];
}
