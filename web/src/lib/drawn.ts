/** What a call of a whiteboard's tool says it has made or changed, by the name it has in the result. */
const SAYS: Readonly<Record<string, string>> = {
  batchOperations: 'created',
  updateElements: 'updated',
  layoutElements: 'arranged',
};

/** Returns the objects that a call of a tool has put on a whiteboard or changed there; none of any other tool. */
export function drawnBy(name: string, result: string): readonly string[] {
  const field = SAYS[name.replace(/^mcp__.+?__/, '')];
  if (field === undefined) return [];
  try {
    const facts = JSON.parse(result) as Readonly<Record<string, unknown>> | null;
    const said = facts?.[field];
    const ids: unknown[] = typeof said === 'object' && said !== null ? Object.values(said) : [];
    // A batch names its heading apart.
    return [...ids, facts?.titleId].filter((id) => typeof id === 'string');
  } catch {
    // An error in words, or a result so long that it was cut.
    return [];
  }
}
