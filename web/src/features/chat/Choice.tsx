import ChevronDown from 'lucide-react/icons/chevron-down';
import { Menu } from '@/ui/Menu';

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  choices: readonly { readonly value: T; readonly label: string; readonly detail?: string | undefined }[];
  onChoose: (value: T) => void;
}

/** One of several, in a word that opens to all of them. */
export function Choice<T extends string>({ label, value, choices, onChoose }: ChoiceProps<T>) {
  return (
    <Menu
      label={label}
      items={choices.map((choice) => ({
        id: choice.value,
        label: choice.label,
        detail: choice.detail,
        checked: choice.value === value,
        onSelect: () => onChoose(choice.value),
      }))}
    >
      {(trigger) => (
        <button
          type="button"
          {...trigger}
          className="flex h-6 shrink-0 items-center gap-1 rounded-xs px-1.5 font-medium hover:bg-hover aria-expanded:bg-hover coarse:h-9"
        >
          <span className="sr-only">{label}: </span>
          {choices.find((choice) => choice.value === value)?.label ?? value}
          <ChevronDown size={12} aria-hidden="true" />
        </button>
      )}
    </Menu>
  );
}
