import { useState } from 'react';
import { formErrors } from './problem';

interface Submitting<Name extends string> {
  readonly busy: boolean;
  readonly fields: Partial<Record<Name, string>>;
  /** What is to be said above the form. */
  readonly general: string | null;
  /** Returns whether it worked. */
  readonly submit: (act: () => Promise<void>) => Promise<boolean>;
  readonly clear: () => void;
}

/** Runs what a form does, once at a time, and keeps what went wrong by field. */
export function useSubmit<Name extends string>(names: readonly Name[]): Submitting<Name> {
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<{ fields: Partial<Record<Name, string>>; general: string | null }>(
    NO_ERRORS,
  );
  const submit = async (act: () => Promise<void>) => {
    if (busy) return false;
    setBusy(true);
    try {
      await act();
      setErrors(NO_ERRORS);
      return true;
    } catch (error) {
      setErrors(formErrors(error, names));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, ...errors, submit, clear: () => setErrors(NO_ERRORS) };
}

const NO_ERRORS = { fields: {}, general: null };
