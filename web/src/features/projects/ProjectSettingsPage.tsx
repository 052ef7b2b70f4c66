import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { answer, api } from '@/lib/api';
import { attempt } from '@/lib/attempt';
import { paths } from '@/lib/router';
import { keys, type Project, resources } from '@/lib/server-data';
import { useSubmit } from '@/lib/submit';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { confirm } from '@/ui/confirm';
import { PageHeading } from '@/ui/PageHeading';
import { Section } from '@/ui/Section';
import { TextInput } from '@/ui/TextInput';
import { toast } from '@/ui/toast';

export function ProjectSettingsPage({ project }: { project: Project }) {
  const owner = project.role === 'owner';
  return (
    <>
      <PageHeading title="Project settings" className="mb-5" />
      {owner ? null : (
        <div className="mb-4">
          <Banner tone="info">
            Only an owner of the project can change this. You are {withArticle(project.role)}.
          </Banner>
        </div>
      )}
      <SettingsForm key={project.id} project={project} owner={owner} />
      {owner ? <DeleteProject project={project} /> : null}
    </>
  );
}

function SettingsForm({ project, owner }: { project: Project; owner: boolean }) {
  const [name, setName] = useState(project.name);
  const [practices, setPractices] = useState(project.best_practices_path ?? '');
  const { busy, fields, general, submit } = useSubmit(['name', 'best_practices_path']);
  const save = (event: FormEvent) => {
    event.preventDefault();
    void submit(async () => {
      const body = { name: name.trim(), best_practices_path: practices.trim() || null };
      const params = { path: { id: project.id } };
      const saved = await answer(api.PATCH('/api/projects/{id}', { params, body }));
      resources.update<Project[]>(keys.projects, (all) =>
        all.map((other) => (other.id === saved.id ? saved : other)),
      );
      setPractices(saved.best_practices_path ?? '');
      toast({ title: 'Project saved', tone: 'done' });
    });
  };
  const changed = name.trim() !== project.name || practices.trim() !== (project.best_practices_path ?? '');
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
          hint="On the server. It stays where it is."
        />
        <TextInput
          label="Best practices file"
          disabled={!owner}
          placeholder="docs/practices.md"
          value={practices}
          error={fields.best_practices_path}
          hint="A file inside the folder that reviews are held against. Leave it empty for none."
          onChange={(event) => setPractices(event.target.value)}
        />
        {owner ? (
          <Button
            type="submit"
            variant="primary"
            busy={busy}
            disabled={!changed || !name.trim()}
            className="self-start"
          >
            Save
          </Button>
        ) : null}
      </form>
    </Section>
  );
}

function DeleteProject({ project }: { project: Project }) {
  const [, navigate] = useLocation();
  const remove = async () => {
    const yes = await confirm({
      title: `Delete the project “${project.name}”?`,
      detail:
        'Its boards and their history are deleted for everybody. The folder on the server is not touched.',
      action: 'Delete project',
      tone: 'danger',
      typed: project.name,
    });
    if (!yes) return;
    await attempt('The project was not deleted', async () => {
      await answer(api.DELETE('/api/projects/{id}', { params: { path: { id: project.id } } }));
      navigate(paths.projects, { replace: true });
      resources.update<Project[]>(keys.projects, (all) => all.filter(({ id }) => id !== project.id));
      toast({ title: `Deleted the project “${project.name}”` });
    });
  };
  return (
    <Section
      title="Delete this project"
      lead="Its boards and their history go. The folder on the server is not touched."
    >
      <Button variant="danger" onClick={() => void remove()}>
        Delete project
      </Button>
    </Section>
  );
}

function withArticle(role: Project['role']): string {
  return role === 'viewer' ? 'a viewer' : `an ${role}`;
}
