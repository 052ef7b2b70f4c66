import { type FormEvent, useState } from 'react';
import { useSubmit } from '@/lib/submit';
import { saveToolServer, type ToolServer } from '@/lib/tool-servers';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Select } from '@/ui/Select';
import { TextInput } from '@/ui/TextInput';
import { PairList } from './PairList';
import { configOf, EMPTY_FORM, formOf, isReady, type ServerForm } from './server-form';

interface ServerDialogProps {
  /** The one that is changed; a new one if none. */
  server: ToolServer | null;
  onSaved: (server: ToolServer) => void;
  onClose: () => void;
}

/** Where a tool server is registered or changed. */
export function ServerDialog({ server, onSaved, onClose }: ServerDialogProps) {
  const [form, setForm] = useState<ServerForm>(() =>
    server ? formOf(server.name, server.config) : EMPTY_FORM,
  );
  const { busy, fields, general, submit } = useSubmit(['name', 'config/command', 'config/url']);
  const set = (more: Partial<ServerForm>) => setForm({ ...form, ...more });
  const save = (event: FormEvent) => {
    event.preventDefault();
    void submit(async () => {
      const body = { name: form.name.trim(), config: configOf(form) };
      onSaved(await saveToolServer(server?.id ?? null, body));
      onClose();
    });
  };
  const isProgram = form.type === 'stdio';
  return (
    <Dialog title={server ? `Change ${server.name}` : 'New tool server'} onClose={onClose}>
      <form onSubmit={save} className="flex flex-col gap-4">
        {general ? <Banner tone="error">{general}</Banner> : null}
        <TextInput
          label="Name"
          required
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
          placeholder="issues"
          data-autofocus=""
          value={form.name}
          error={fields.name}
          hint="Letters, digits, - and _. It becomes part of the names of its tools."
          onChange={({ target }) => set({ name: target.value })}
        />
        <Select
          label="How it is reached"
          value={form.type}
          onChange={({ target }) => set({ type: target.value as ServerForm['type'], pairs: [] })}
        >
          <option value="stdio">A program on this server (stdio)</option>
          <option value="http">An address (HTTP)</option>
        </Select>
        {isProgram ? (
          <>
            <Banner tone="warn">
              Tandem starts this program on the server, with the rights of Tandem, for every session of a
              project that has chosen it. Register only what you would run yourself.
            </Banner>
            <TextInput
              label="Program"
              required
              spellCheck={false}
              autoComplete="off"
              placeholder="npx"
              value={form.command}
              error={fields['config/command']}
              hint="It is started without a shell."
              onChange={({ target }) => set({ command: target.value })}
            />
            <PairList
              title="Arguments"
              each="argument"
              named={false}
              pairs={form.args}
              onChange={(args) => set({ args })}
            />
          </>
        ) : (
          <TextInput
            label="Address"
            required
            type="url"
            spellCheck={false}
            placeholder="https://tools.example.org/mcp"
            value={form.url}
            error={fields['config/url']}
            onChange={({ target }) => set({ url: target.value })}
          />
        )}
        <PairList
          title={isProgram ? 'Environment' : 'Headers'}
          each={isProgram ? 'variable' : 'header'}
          named
          hint={
            server
              ? 'Values are never shown again. One that you leave empty stays as it is.'
              : 'Values are never shown again.'
          }
          pairs={form.pairs}
          onChange={(pairs) => set({ pairs })}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={!isReady(form)}>
            {server ? 'Save' : 'Add tool server'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
