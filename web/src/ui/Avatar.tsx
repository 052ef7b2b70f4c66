import { classes } from '@/lib/classes';
import { hueOf, initials } from '@/lib/person';
import { Tooltip } from './Tooltip';

export interface Person {
  readonly id: string;
  readonly name: string;
}

interface AvatarProps {
  person: Person;
  size?: 'xs' | 'sm' | 'md' | 'lg';
  /** Left out where the name stands beside it. */
  decorative?: boolean;
  className?: string;
}

const SIZE = {
  xs: 'size-5 text-[0.5625rem]',
  sm: 'size-6 text-[0.625rem]',
  md: 'size-8 text-xs',
  lg: 'size-12 text-base',
};

export function Avatar({ person, size = 'sm', decorative = false, className }: AvatarProps) {
  const hue = hueOf(person.id);
  // Written by the style sheet: the letters are a picture of the name, not part of what something is called.
  const letters = initials(person.name);
  const look = {
    backgroundColor: `oklch(var(--avatar-fill) ${hue})`,
    color: `oklch(var(--avatar-ink) ${hue})`,
  };
  const face = classes(
    'inline-flex shrink-0 items-center justify-center rounded-full font-semibold select-none before:content-[attr(data-initials)]',
    SIZE[size],
    className,
  );
  if (decorative) {
    return <span aria-hidden="true" data-initials={letters} className={face} style={look} />;
  }
  return (
    <Tooltip content={person.name}>
      {(tip) => (
        <span
          role="img"
          aria-label={person.name}
          data-initials={letters}
          className={face}
          style={look}
          {...tip}
        />
      )}
    </Tooltip>
  );
}

interface AvatarStackProps {
  people: readonly Person[];
  /** Names the group: `Here now`. */
  label: string;
  max?: number;
  size?: 'xs' | 'sm';
}

/** Several people, overlapping; the ones beyond `max` become a number. */
export function AvatarStack({ people, label, max = 4, size = 'sm' }: AvatarStackProps) {
  if (people.length === 0) return null;
  const shown = people.length > max ? people.slice(0, max - 1) : people;
  const rest = people.slice(shown.length);
  return (
    <ul aria-label={label} className="flex items-center -space-x-1.5">
      {shown.map((person) => (
        <li key={person.id} className="flex rounded-full ring-2 ring-canvas">
          <Avatar person={person} size={size} />
        </li>
      ))}
      {rest.length > 0 ? (
        <li className="flex rounded-full ring-2 ring-canvas">
          <Tooltip content={rest.map((person) => person.name).join(', ')}>
            {(tip) => (
              <span
                role="img"
                aria-label={`${rest.length} more: ${rest.map((person) => person.name).join(', ')}`}
                className={classes(
                  'inline-flex items-center justify-center rounded-full bg-pressed font-semibold text-soft',
                  SIZE[size],
                )}
                {...tip}
              >
                +{rest.length}
              </span>
            )}
          </Tooltip>
        </li>
      ) : null}
    </ul>
  );
}
