import { useLocation } from 'wouter';
import { answer, api } from '@/lib/api';
import { attempt } from '@/lib/attempt';
import { paths } from '@/lib/router';
import { keys, type Project, resources } from '@/lib/server-data';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { confirm } from '@/ui/confirm';
import { PageHeading } from '@/ui/PageHeading';
import { Section } from '@/ui/Section';
import { toast } from '@/ui/toast';
import { GeneralSection } from './GeneralSection';
import { RulesSection } from './RulesSection';
import { TrustSection } from './TrustSection';
import { WorktreesSection } from './WorktreesSection';

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
      <GeneralSection key={project.id} project={project} owner={owner} />
      <RulesSection key={`rules-${project.id}`} project={project} owner={owner} />
      <WorktreesSection project={project} owner={owner} />
      <TrustSection project={project} owner={owner} />
      {owner ? <DeleteProject project={project} /> : null}
    </>
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
