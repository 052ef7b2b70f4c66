import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { type KeyboardEvent, useState } from 'react';
import type { LineComment } from '@/lib/cards-api';
import { Button } from '@/ui/Button';
import { IconButton } from '@/ui/IconButton';

const MAX_COMMENT = 4_000;
/** It stands still while the long lines around it scroll sideways. */
const PLACE = 'sticky left-0 w-[min(38rem,100cqw)] px-2 py-2 font-sans text-sm leading-5';

interface CommentBoxProps {
  comment: LineComment;
  /** Called with what was written; null for nothing. */
  onDone: (text: string | null) => void;
}

/** Where a comment on a line is written. */
export function CommentBox({ comment, onDone }: CommentBoxProps) {
  const [text, setText] = useState(comment.text);
  const isEmpty = text.trim() === '';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onDone(null);
    } else if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && !isEmpty) {
      event.preventDefault();
      onDone(text.trim());
    }
  };
  return (
    <div className={PLACE}>
      <div className="flex flex-col gap-2 rounded-md border border-line-strong bg-panel p-2 shadow-card">
        <textarea
          aria-label={`Comment on line ${comment.line}`}
          // biome-ignore lint/a11y/noAutofocus: it was asked for just now.
          autoFocus
          rows={3}
          maxLength={MAX_COMMENT}
          placeholder="What should the agent do about this line?"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          className="control field-sizing-content max-h-60 py-1.5"
        />
        <div className="flex justify-end gap-2">
          <Button size="sm" onClick={() => onDone(null)}>
            Cancel
          </Button>
          <Button size="sm" variant="primary" disabled={isEmpty} onClick={() => onDone(text.trim())}>
            Keep comment
          </Button>
        </div>
      </div>
    </div>
  );
}

interface CommentNoteProps {
  comment: LineComment;
  onEdit: () => void;
  onDelete: () => void;
}

/** A comment that waits to be sent. */
export function CommentNote({ comment, onEdit, onDelete }: CommentNoteProps) {
  return (
    <div className={PLACE}>
      <div className="flex items-start gap-1 rounded-md border border-line-strong border-l-2 border-l-accent bg-panel py-1 pr-1 pl-2.5 shadow-card">
        <p className="min-w-0 flex-1 py-0.5 whitespace-pre-line wrap-anywhere">{comment.text}</p>
        <IconButton
          size="sm"
          label={`Edit the comment on line ${comment.line}`}
          icon={<Pencil size={13} />}
          onClick={onEdit}
        />
        <IconButton
          size="sm"
          label={`Delete the comment on line ${comment.line}`}
          icon={<Trash2 size={13} />}
          onClick={onDelete}
        />
      </div>
    </div>
  );
}
