/** How many lines came and went. */
export function ChangeCount({ added, removed }: { added: number; removed: number }) {
  return (
    <span className="shrink-0 font-mono text-xs">
      {added > 0 ? <span className="text-done">+{added}</span> : null}
      {added > 0 && removed > 0 ? ' ' : null}
      {removed > 0 ? <span className="text-error">−{removed}</span> : null}
    </span>
  );
}
