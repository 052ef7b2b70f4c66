import { pathParts } from '@/lib/project-paths';

/** A path in one line. Where there is no room for all of it, the way is cut and the name of the file stays. */
export function PathText({ path }: { path: string }) {
  const { way, name } = pathParts(path);
  return (
    <span className="min-w-0 flex-1 font-mono text-xs text-soft" title={path}>
      <span className="sr-only">{path}</span>
      <span aria-hidden="true" className="flex">
        <span className="min-w-0 truncate">{way}</span>
        <span className="max-w-full shrink-0 truncate">{name}</span>
      </span>
    </span>
  );
}
