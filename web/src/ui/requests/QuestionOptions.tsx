import { useId } from 'react';
import { classes } from '@/lib/classes';
import type { Question } from '@/live/session-wire';
import { Kbd } from '../Kbd';
import { TextInput } from '../TextInput';
import { type Choice, choose, chooseOther, NONE_OF_THESE } from './choice';

interface QuestionOptionsProps {
  question: Question;
  choice: Choice;
  onChange: (choice: Choice) => void;
}

/** One question, and what may be answered to it. */
export function QuestionOptions({ question, choice, onChange }: QuestionOptionsProps) {
  const id = useId();
  const type = question.multi_select ? 'checkbox' : 'radio';
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 text-base font-medium text-pretty wrap-anywhere">
        {question.question}
        {question.multi_select ? (
          <span className="ml-1.5 text-sm font-normal text-mute">Choose any.</span>
        ) : null}
      </legend>
      {question.options.map((option, index) => (
        <Option
          key={option.label}
          type={type}
          name={id}
          label={option.label}
          description={option.description}
          preview={option.preview ?? null}
          shortcut={String(index + 1)}
          isChosen={choice.labels.includes(option.label)}
          onChoose={() => onChange(choose(choice, question, option.label))}
        />
      ))}
      {question.multi_select && !question.options.some(({ label }) => label === NONE_OF_THESE) ? (
        <Option
          type={type}
          name={id}
          label={NONE_OF_THESE}
          description=""
          preview={null}
          shortcut={null}
          isChosen={choice.labels.includes(NONE_OF_THESE)}
          onChoose={() => onChange(choose(choice, question, NONE_OF_THESE))}
        />
      ) : null}
      <Option
        type={type}
        name={id}
        label="Other…"
        description=""
        preview={null}
        shortcut={null}
        isChosen={choice.isOther}
        onChoose={() => onChange(chooseOther(choice, question))}
      />
      {choice.isOther ? (
        <TextInput
          label="Your answer"
          hideLabel
          autoFocus
          maxLength={2_000}
          placeholder="Your answer, in your own words"
          value={choice.other}
          onChange={(event) => onChange({ ...choice, other: event.target.value })}
        />
      ) : null}
    </fieldset>
  );
}

interface OptionProps {
  type: 'checkbox' | 'radio';
  name: string;
  label: string;
  description: string;
  preview: string | null;
  shortcut: string | null;
  isChosen: boolean;
  onChoose: () => void;
}

function Option({ type, name, label, description, preview, shortcut, isChosen, onChoose }: OptionProps) {
  return (
    <label
      className={classes(
        'flex cursor-pointer items-start gap-2.5 rounded-md border px-3 py-2 text-sm',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-[var(--ring)]',
        isChosen ? 'border-accent bg-accent-soft' : 'border-line-strong hover:bg-hover',
      )}
    >
      <input
        type={type}
        name={name}
        checked={isChosen}
        onChange={onChoose}
        className="mt-1 size-3.5 shrink-0 accent-accent outline-none"
      />
      <span className="min-w-0 flex-1">
        <span className="font-medium wrap-anywhere">{label}</span>
        {description ? (
          <span className="block text-pretty wrap-anywhere text-soft">{description}</span>
        ) : null}
        {preview && isChosen ? (
          <span className="mt-1.5 block overflow-x-auto rounded-sm border bg-panel p-2 font-mono text-xs whitespace-pre text-ink">
            {preview}
          </span>
        ) : null}
      </span>
      {shortcut ? (
        <span aria-hidden="true" className="coarse:hidden">
          <Kbd keys={shortcut} />
        </span>
      ) : null}
    </label>
  );
}
