import { useState } from 'react';
import { useSubmit } from '@/lib/submit';
import { insertFile } from '@/lib/whiteboard-api';
import { FormDialog } from '@/ui/FormDialog';
import { TextArea } from '@/ui/TextArea';
import { clearView } from './bars';
import { useWhiteboard } from './context';
import { showMade } from './made';

interface MermaidDialogProps {
  source: string;
  onClose: () => void;
}

/** Offers to draw a flowchart that was pasted as Mermaid. */
export default function MermaidDialog({ source, onClose }: MermaidDialogProps) {
  const whiteboard = useWhiteboard();
  const [text, setText] = useState(source);
  const { busy, fields, general, submit } = useSubmit(['content']);
  const draw = () =>
    void submit(async () => {
      const { created } = await insertFile(
        whiteboard.board.id,
        { format: 'mermaid', content: text },
        clearView(whiteboard),
      );
      showMade(whiteboard, Object.values(created ?? {}));
      onClose();
    });
  return (
    <FormDialog
      title="Draw this flowchart?"
      action="Draw it"
      problem={general}
      busy={busy}
      ready={text.trim() !== ''}
      onSubmit={draw}
      onClose={onClose}
    >
      <TextArea
        label="Mermaid"
        rows={10}
        spellCheck={false}
        value={text}
        error={fields.content}
        onChange={(event) => setText(event.target.value)}
        className="font-mono"
      />
    </FormDialog>
  );
}
