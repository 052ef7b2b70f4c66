import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { mapCaret, type TextState } from './text-editing';
import type { TextSession } from './text-session';
import type { Texts } from './texts';

/** Holds the session of a text while the component shows it. */
export function useTextSession(texts: Texts, node: string, prop: string): TextSession | null {
  const [session, setSession] = useState<TextSession | null>(null);
  useEffect(() => {
    const held = texts.session(node, prop);
    const letGo = held.attach();
    setSession(held);
    return () => {
      letGo();
      setSession(null);
    };
  }, [texts, node, prop]);
  return session;
}

export function useTextState(session: TextSession): TextState {
  return useSyncExternalStore(
    (listener) => session.subscribe(listener),
    () => session.state(),
  );
}

/** Focuses the area when it appears, and keeps its caret in place when others change the text around it. */
export function useCaretKeeper(text: string, isShown = true): RefObject<HTMLTextAreaElement | null> {
  const area = useRef<HTMLTextAreaElement>(null);
  const last = useRef({ text, start: text.length, end: text.length });
  useLayoutEffect(() => {
    const element = area.current;
    if (!element || !isShown) return;
    element.focus();
    element.setSelectionRange(last.current.start, last.current.end);
    const note = () => {
      last.current = { text: element.value, start: element.selectionStart, end: element.selectionEnd };
    };
    document.addEventListener('selectionchange', note);
    element.addEventListener('input', note);
    return () => {
      document.removeEventListener('selectionchange', note);
      element.removeEventListener('input', note);
    };
  }, [isShown]);
  useLayoutEffect(() => {
    const { text: before, start, end } = last.current;
    if (text === before || !area.current) return;
    const from = mapCaret(before, text, start);
    const to = mapCaret(before, text, end);
    last.current = { text, start: from, end: to };
    area.current.setSelectionRange(from, to);
  }, [text]);
  return area;
}
