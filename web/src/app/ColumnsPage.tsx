import { useContext, useState } from 'react';
import { useLocation } from 'wouter';
import { ColumnsEditor } from '@/features/columns/ColumnsEditor';
import { LiveContext, useBoard } from '@/lib/live-hooks';
import { paths } from '@/lib/router';
import { type Board, type Project, useBoards } from '@/lib/server-data';
import { PageHeading } from '@/ui/PageHeading';
import { Section } from '@/ui/Section';
import { Select } from '@/ui/Select';
import { Skeleton } from '@/ui/Skeleton';
import { useRefusals, useStatusPart } from './board-hooks';
import { RefusedEdits } from './RefusedEdits';

/** The columns of a project's boards. */
export default function ColumnsPage({ project }: { project: Project }) {
  const live = useContext(LiveContext);
  const boards = useBoards(project.id).data?.filter(({ kind }) => kind === 'kanban') ?? [];
  const [chosen, setChosen] = useState(project.kanban_board_id);
  return (
    <>
      <PageHeading title="Columns" className="mb-5" />
      <Section
        title="What each column does with a card"
        lead="Drag the columns into their order, or move them with the arrow keys. Each change is on the board at once, for everybody, and can be undone."
      >
        {boards.length > 1 ? <Boards boards={boards} chosen={chosen} onChoose={setChosen} /> : null}
        {live ? <Editor key={chosen} board={chosen} project={project} /> : <Skeleton className="h-60" />}
      </Section>
    </>
  );
}

interface BoardsProps {
  boards: readonly Board[];
  chosen: string;
  onChoose: (board: string) => void;
}

function Boards({ boards, chosen, onChoose }: BoardsProps) {
  return (
    <Select
      label="Board"
      value={chosen}
      onChange={(event) => onChoose(event.target.value)}
      className="mb-4 sm:max-w-70"
    >
      {boards.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </Select>
  );
}

function Editor({ board: id, project }: { board: string; project: Project }) {
  const board = useBoard(id);
  const [, navigate] = useLocation();
  const phase = useStatusPart(board, (status) => status.phase);
  const refused = useRefusals(board);
  if (phase === 'loading') return <Skeleton className="h-60" />;
  if (phase === 'gone' || phase === 'failed')
    return <p className="text-sm text-soft">This board is not there any more.</p>;
  return (
    <>
      <ColumnsEditor
        board={board}
        canEdit={project.role !== 'viewer'}
        onCompare={() => navigate(paths.board(project.id, id))}
      />
      {refused.refusals.length > 0 ? (
        <RefusedEdits refusals={refused.refusals} onClose={refused.dismiss} />
      ) : null}
    </>
  );
}
