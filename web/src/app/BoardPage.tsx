import { type ReactNode, useContext } from 'react';
import { BoardTabs } from '@/features/projects/BoardTabs';
import { ProjectSwitcher } from '@/features/projects/ProjectSwitcher';
import { LiveContext } from '@/lib/live-hooks';
import { toProblem } from '@/lib/problem';
import { type Project, useBoards } from '@/lib/server-data';
import { LoadFailed } from '@/ui/LoadFailed';
import { PageHeading } from '@/ui/PageHeading';
import { AppFrame } from './AppFrame';
import { BoardSkeleton } from './BoardSkeleton';
import { NoBoard } from './NoBoard';
import { OpenBoard } from './OpenBoard';

interface BoardPageProps {
  project: Project;
  boardId: string;
}

export default function BoardPage({ project, boardId }: BoardPageProps) {
  const live = useContext(LiveContext);
  const { data: boards, error, loading, reload } = useBoards(project.id);
  const board = boards?.find(({ id }) => id === boardId);
  const frame = (children: ReactNode, more: { tools?: ReactNode; strip?: ReactNode } = {}) => (
    <AppFrame
      fixed
      bar={<ProjectSwitcher project={project} />}
      tabs={<BoardTabs project={project} current={boardId} />}
      {...more}
    >
      <PageHeading title={board ? `${board.title}, ${project.name}` : project.name} hidden />
      {children}
    </AppFrame>
  );
  if (board && live) return <OpenBoard key={boardId} info={board} project={project} frame={frame} />;
  if (board || loading) return frame(<BoardSkeleton />);
  if (error) {
    return frame(
      <LoadFailed what="the boards" detail={toProblem(error).message} onRetry={() => void reload()} />,
    );
  }
  return frame(<NoBoard project={project} />);
}
