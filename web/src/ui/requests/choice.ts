import type { Answers, Question } from '@/live/session-wire';

/** What somebody has chosen for one question so far. */
export interface Choice {
  readonly labels: readonly string[];
  /** Whether their own words count. */
  readonly isOther: boolean;
  readonly other: string;
}

/** What is answered to a question that takes several when nothing of it fits; the server takes no empty list. */
export const NONE_OF_THESE = 'None of these';

export const NO_CHOICE: Choice = { labels: [], isOther: false, other: '' };

/** Chooses an option; of a question that takes several, a second time takes it back. */
export function choose(choice: Choice, { multi_select }: Question, label: string): Choice {
  if (!multi_select) return { ...choice, labels: [label], isOther: false };
  if (choice.labels.includes(label))
    return { ...choice, labels: choice.labels.filter((other) => other !== label) };
  if (label === NONE_OF_THESE) return { ...choice, labels: [label], isOther: false };
  return { ...choice, labels: [...withoutNone(choice.labels), label] };
}

/** Chooses to answer in own words. */
export function chooseOther(choice: Choice, { multi_select }: Question): Choice {
  if (!multi_select) return { ...choice, labels: [], isOther: true };
  return { ...choice, labels: withoutNone(choice.labels), isOther: !choice.isOther };
}

function withoutNone(labels: readonly string[]): readonly string[] {
  return labels.filter((label) => label !== NONE_OF_THESE);
}

/** Returns the answer that a choice makes; null while it is none. */
export function answerOf({ multi_select, options }: Question, choice: Choice): string | string[] | null {
  const own = choice.isOther ? choice.other.trim() : '';
  if (choice.isOther && own === '') return null;
  if (!multi_select) return own || (choice.labels[0] ?? null);
  // In the order in which they were offered, whatever the order of the clicks.
  const offered = [...options.map(({ label }) => label), NONE_OF_THESE];
  const labels = [...new Set(offered)].filter((label) => choice.labels.includes(label));
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
