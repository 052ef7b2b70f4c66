import { Link } from 'wouter';
import { classes } from '@/lib/classes';
import { useCurrentInSight } from '@/lib/scroll';

interface SideNavProps {
  label: string;
  current: string;
  items: readonly { id: string; title: string; href: string }[];
}

/** Links between the parts of a page: a column on a wide screen, a row that scrolls on a phone. */
export function SideNav({ label, current, items }: SideNavProps) {
  const row = useCurrentInSight<HTMLElement>(current);
  return (
    <nav
      ref={row}
      aria-label={label}
      className="no-scrollbar -mx-4 flex shrink-0 gap-0.5 overflow-x-auto px-4 md:mx-0 md:w-44 md:flex-col md:px-0"
    >
      {items.map(({ id, title, href }) => (
        <Link
          key={id}
          href={href}
          aria-current={id === current ? 'page' : undefined}
          className={classes(
            'flex h-8 shrink-0 items-center rounded-sm px-2.5 text-sm whitespace-nowrap coarse:h-10',
            id === current ? 'bg-hover font-medium text-ink' : 'text-soft hover:bg-hover hover:text-ink',
          )}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}
