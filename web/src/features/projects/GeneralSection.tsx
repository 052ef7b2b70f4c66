import { type FormEvent, useState } from 'react';
import { saveProject } from '@/lib/project-api';
import type { Project } from '@/lib/server-data';
import { useSubmit } from '@/lib/submit';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { Section } from '@/ui/Section';
import { TextInput } from '@/ui/TextInput';
import { toast } from '@/ui/toast';

interface GeneralSectionProps {
  project: Project;
  owner: boolean;
}

export function GeneralSection({ project, owner }: GeneralSectionProps) {
  const [name, setName] = useState(project.name);
  const { busy, fields, general, submit } = useSubmit(['name']);
  const save = (event: FormEvent) => {
    event.preventDefault();
    void submit(async () => {
      await saveProject(project.id, { name: name.trim() });
      toast({ title: 'Project saved', tone: 'done' });
    });
  };
  return (
    <Section title="General">
      <form onSubmit={save} className="flex flex-col gap-4">
        {general ? <Banner tone="error">{general}</Banner> : null}
        <TextInput
          label="Project name"
          required
          maxLength={100}
          disabled={!owner}
          value={name}
          error={fields.name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextInput
          label="Folder"
          readOnly
          value={project.folder_path}
          hint={
            project.is_git_repo
              ? `On the server, with git${project.branch ? `, on the branch ${project.branch}` : ''}. It stays where it is.`
              : 'On the server. It stays where it is.'
          }
        />
        {owner ? (
          <Button
            type="submit"
            variant="primary"
            busy={busy}
            disabled={name.trim() === project.name || !name.trim()}
            className="self-start"
          >
            Save
          </Button>
        ) : null}
      </form>
    </Section>
  );
}
