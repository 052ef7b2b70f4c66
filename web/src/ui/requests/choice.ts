import type { Answers, Question } from '@/live/session-wire';

/** What somebody has chosen for one question so far. */
export interface Choice {
  readonly labels: readonly string[];
  /** Whether their own words count. */
  readonly isOther: boolean;
  readonly other: string;
}

export const NO_CHOICE: Choice = { labels: [], isOther: false, other: '' };

/** Chooses an option; of a question that takes several, a second time takes it back. */
export function choose(choice: Choice, { multi_select }: Question, label: string): Choice {
  if (!multi_select) return { ...choice, labels: [label], isOther: false };
  const has = choice.labels.includes(label);
  return {
    ...choice,
    labels: has ? choice.labels.filter((other) => other !== label) : [...choice.labels, label],
  };
}

/** Chooses to answer in own words. */
export function chooseOther(choice: Choice, { multi_select }: Question): Choice {
  return multi_select ? { ...choice, isOther: !choice.isOther } : { ...choice, labels: [], isOther: true };
}

/** Returns the answer that a choice makes; null while it is none. */
export function answerOf({ multi_select, options }: Question, choice: Choice): string | string[] | null {
  const own = choice.isOther ? choice.other.trim() : '';
  if (choice.isOther && own === '') return null;
  if (!multi_select) return own || (choice.labels[0] ?? null);
  // In the order in which they were offered, whatever the order of the clicks.
  const labels = options.map(({ label }) => label).filter((label) => choice.labels.includes(label));
  const all = own ? [...labels, own] : labels;
  return all.length > 0 ? all : null;
}

/** Returns the answers to all questions; null while one is missing. */
export function answersOf(questions: readonly Question[], choices: readonly Choice[]): Answers | null {
  const answers: Record<string, string | string[]> = {};
  for (const [index, question] of questions.entries()) {
    const answer = answerOf(question, choices[index] ?? NO_CHOICE);
    if (answer === null) return null;
    answers[question.question] = answer;
  }
  return answers;
}
