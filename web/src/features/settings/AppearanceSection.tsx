import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { chooseTheme, type ThemeChoice, useTheme } from '@/lib/theme';
import { Section } from '@/ui/Section';

const CHOICES: { choice: ThemeChoice; name: string; icon: typeof Sun }[] = [
  { choice: 'system', name: 'System', icon: Monitor },
  { choice: 'light', name: 'Light', icon: Sun },
  { choice: 'dark', name: 'Dark', icon: Moon },
];

export function AppearanceSection() {
  const chosen = useTheme((state) => state.choice);
  return (
    <Section title="Appearance" lead="In this browser only.">
      <fieldset className="grid grid-cols-3 gap-2 sm:max-w-100">
        <legend className="sr-only">Theme</legend>
        {CHOICES.map(({ choice, name, icon: Icon }) => (
          <label
            key={choice}
            className="relative flex flex-col items-center gap-1.5 rounded-md border bg-panel px-3 py-3 text-sm text-soft hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="theme"
              value={choice}
              checked={chosen === choice}
              onChange={() => chooseTheme(choice)}
              className="absolute inset-0 opacity-0"
            />
            <Icon size={18} aria-hidden="true" />
            {name}
          </label>
        ))}
      </fieldset>
    </Section>
  );
}
